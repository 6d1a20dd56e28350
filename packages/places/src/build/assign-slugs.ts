import { computeImportance } from '../importance.js';
import type { Place } from '../place.js';
import type { ReplacedPlace } from '../replaced.js';
import type { Row } from '../row-format.js';
import { type Address, LONG_SLUG, longSlug, postOfficeId, SHORT_SLUG, shortSlug } from '../slug.js';

/** Words that are paths of the API or of the web app. */
const RESERVED = ['search', 'map', 'feed'];

/** The id of a row. @param rows - of the new file. */
export function computeId(row: Row, rows: readonly Row[]): string {
  const parent = rows[row.parent];
  if (!parent) throw new Error(`${row.name} lies nowhere`);
  return row.id || postOfficeId(row.name, parent.id);
}

/** Chooses the slug of a new place. @param taken - the slugs of other places. */
function chooseSlug(address: Address, taken: ReadonlySet<string>): string {
  const short = shortSlug(address.name);
  if (!taken.has(short)) return short;
  const long = longSlug(address);
  let slug = long;
  for (let count = 2; taken.has(slug); count += 1) slug = `${long}-${count}`;
  return slug;
}

/**
 * Gives each row its slug: the name for the most important place of that name, with district and state for the others.
 *
 * @param previous - the places of the file that this build replaces. Their ids and slugs never change.
 * @param replaced - places that other places have replaced.
 */
export function assignSlugs(
  rows: readonly Row[],
  previous: readonly Place[],
  replaced: readonly ReplacedPlace[],
): void {
  const given = new Map(previous.map(({ _id, slug }) => [_id, slug]));
  for (const { id, slug, by } of replaced) {
    given.delete(id);
    // The remaining place gets the slug, if it has none yet.
    if (!given.has(by)) given.set(by, slug);
  }
  const taken = new Set([...RESERVED, ...given.values(), ...replaced.map(({ slug }) => slug)]);
  const missing = new Set(given.keys());
  const byImportance = [...rows].sort((a, b) => computeImportance(b) - computeImportance(a));
  const ids = new Set<string>();
  for (const row of byImportance) {
    const id = computeId(row, rows);
    const parent = rows[row.parent] ?? row;
    if (ids.has(id)) throw new Error(`Two places have the id ${id}`);
    ids.add(id);
    missing.delete(id);
    const district = parent.kind === 'district' ? parent.name : '';
    const state = parent.kind === 'district' ? (rows[parent.parent]?.name ?? '') : parent.name;
    const address = { name: row.name, district, state: parent.kind === 'country' ? '' : state };
    const slug = given.get(id) ?? chooseSlug(address, taken);
    taken.add(slug);
    row.slug = slug === shortSlug(row.name) ? SHORT_SLUG : slug === longSlug(address) ? LONG_SLUG : slug;
  }
  // Stories may refer to the place, so an entry of the lists may be corrected but not removed.
  if (missing.size > 0) throw new Error(`Places are missing: ${[...missing].slice(0, 20).join(', ')}`);
}
