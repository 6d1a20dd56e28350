import { type Gazetteer, readGazetteer } from './gazetteer.js';
import { type NameIndex, readNameIndex } from './name-index.js';
import type { Place } from './place.js';
import { readReplaced } from './replaced.js';
import { readSharedNames, type SharedNames } from './shared-names.js';
import { readSpellings, type Spellings } from './spellings.js';

/** A place, its district, its state and the country. */
const MAX_DEPTH = 4;
/** Row of the country. */
export const COUNTRY = 0;

export interface Places {
  gazetteer: Gazetteer;
  names: NameIndex;
  spellings: Spellings;
  sharedNames: SharedNames;
  /** Ids of the places that stand for others, by the ids of those. */
  replacedIds: ReadonlyMap<string, string>;
  /** As `replacedIds`, by the slugs of those. */
  replacedSlugs: ReadonlyMap<string, string>;
}

let loaded: Places | null = null;

/** The gazetteer with its index, read at the first call. */
export function getPlaces(): Places {
  loaded ??= readPlaces();
  return loaded;
}

function readPlaces(): Places {
  const replaced = readReplaced();
  return {
    gazetteer: readGazetteer(),
    names: readNameIndex(),
    spellings: readSpellings(),
    sharedNames: readSharedNames(),
    replacedIds: new Map(replaced.map(({ id, by }) => [id, by])),
    replacedSlugs: new Map(replaced.map(({ slug, by }) => [slug, by])),
  };
}

/** The row of a place with this id; null when there is none. */
export function rowOfId(id: string): number | null {
  const { gazetteer, names, replacedIds } = getPlaces();
  const current = replacedIds.get(id) ?? id;
  return names.rowsOfId(current).find((row) => gazetteer.place(row)._id === current) ?? null;
}

/** @returns null when no place has this id. */
export function placeById(id: string): Place | null {
  const row = rowOfId(id);
  return row === null ? null : getPlaces().gazetteer.place(row);
}

/** @returns null when no place has this slug. */
export function placeBySlug(slug: string): Place | null {
  const { gazetteer, names, replacedSlugs } = getPlaces();
  const by = replacedSlugs.get(slug);
  if (by !== undefined) return placeById(by);
  for (const row of names.rowsOfSlug(slug)) {
    const place = gazetteer.place(row);
    if (place.slug === slug) return place;
  }
  return null;
}

/** The rows that a row lies in, the nearest first, the country last. */
export function ancestorRows(row: number): number[] {
  const { names } = getPlaces();
  const rows: number[] = [];
  for (let inner = row; inner !== COUNTRY && rows.length < MAX_DEPTH; inner = names.parentOf(inner)) {
    rows.push(names.parentOf(inner));
  }
  return rows;
}

/** For each area that a text names, the rows that it may mean. */
export type Contexts = readonly ReadonlySet<number>[];

/** How many of these areas a row lies in. */
export function countContexts(row: number, contexts: Contexts): number {
  if (contexts.length === 0) return 0;
  const outer = ancestorRows(row);
  return contexts.filter((context) => outer.some((each) => context.has(each))).length;
}

/** What a place lies in, the nearest first: its district where that is certain, its state, the country. */
export function listAncestors({ _id }: Pick<Place, '_id'>): Place[] {
  const row = rowOfId(_id);
  return row === null ? [] : ancestorRows(row).map((each) => getPlaces().gazetteer.place(each));
}
