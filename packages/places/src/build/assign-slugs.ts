import type { Gazetteer } from '../gazetteer.js';
import { computeImportance } from '../importance.js';
import type { ReplacedPlace } from '../replaced.js';
import type { Row } from '../row-format.js';
import { LONG_SLUG, longSlug, postOfficeId, SHORT_SLUG, shortSlug } from '../slug.js';

/** Words that are paths of the API or of the web app. */
const RESERVED = ['search', 'map', 'feed'];

/** Reads the ids and slugs of the previous file, which never change. */
function readGivenSlugs(previous: Gazetteer | null): Map<string, string> {
  const given = new Map<string, string>();
  for (let number = 0; number < (previous?.size ?? 0); number += 1) {
    const place = previous?.place(number);
    if (place) given.set(place._id, place.slug);
  }
  return given;
}

/** The id of a row. @param rows - of the new file. */
export function computeId(row: Row, rows: readonly Row[]): string {
  const parent = rows[row.parent];
  if (!parent) throw new Error(`${row.name} lies nowhere`);
  return row.id || postOfficeId(row.name, parent.id);
}

/**
 * Gives each row its slug: the name for the most important place of that name, with district and state for the others.
 *
 * @param previous - the file that this build replaces.
 * @param replaced - places that other places have replaced.
 */
export function assignSlugs(
  rows: readonly Row[],
  previous: Gazetteer | null,
  replaced: readonly ReplacedPlace[],
): void {
  const given = readGivenSlugs(previous);
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
    const short = shortSlug(row.name);
    const long = longSlug({ name: row.name, district, state: parent.kind === 'country' ? '' : state });
    let slug = given.get(id) ?? (taken.has(short) ? long : short);
    for (let count = 2; !given.has(id) && taken.has(slug); count += 1) slug = `${long}-${count}`;
    taken.add(slug);
    row.slug = slug === short ? SHORT_SLUG : slug === long ? LONG_SLUG : slug;
  }
  // Stories may refer to the place, so an entry of the lists may be corrected but not removed.
  if (missing.size > 0) throw new Error(`Places are missing: ${[...missing].slice(0, 20).join(', ')}`);
}
