import type { PlaceHit } from '@safarnama/contracts';
import { useCallback } from 'react';
import type { StorySearch } from '../../api/search.api.ts';
import * as userApi from '../../api/user.api.ts';
import { useLoadedWithRetry } from '../../components/use-loaded-with-retry.ts';
import { describePlace } from '../../lib/place-kinds.ts';
import { placeLabel } from '../../lib/place-names.ts';
import { placeName } from '../../lib/region-names.ts';
import { useBlogStore } from '../../stores/blog.store.ts';
import { searchKeyPrefix } from './story-search.ts';
import { SEARCH_STRINGS } from './strings.ts';

/** Values of a filter with their labels. */
type Options = readonly (readonly [value: string, label: string])[];

/** Number of years that the list offers; no story is older. */
const YEARS = 10;

/**
 * Collects the places and authors that the results of a query have shown so far, with any filters, and the chosen ones.
 * @returns the options of each filter, without "any".
 */
export function useFilterOptions({ q, place, author, year }: StorySearch) {
  const lists = useBlogStore((state) => state.cachedLists);
  const prefix = searchKeyPrefix(q);
  const places = new Map<string, string>(place === '' ? [] : [[place, nameOfSlug(place)]]);
  const hits = new Map<string, PlaceHit>();
  const authors = new Map<string, string>();
  for (const [key, { cards, search }] of Object.entries(lists)) {
    if (!key.startsWith(prefix)) continue;
    for (const card of cards) {
      authors.set(card.authorId._id, card.authorId.fullName);
      if (card.place) places.set(card.place.slug, placeLabel(card.place));
    }
    for (const hit of search?.places ?? []) hits.set(hit.slug, hit);
    for (const person of search?.people ?? []) authors.set(person._id, person.fullName);
  }
  const found = [...hits.values()];
  for (const hit of found) {
    const label = [placeName(hit), describePlace(hit, found)].filter((part) => part !== '').join(', ');
    places.set(hit.slug, label);
  }
  const name = useAuthorName(author, authors.get(author));
  if (author !== '') authors.set(author, name);
  return { places: sortByLabel(distinguish(places)), authors: sortByLabel(authors), years: listYears(year) };
}

/** Returns the name of the chosen author; loads it if no result contains it. */
function useAuthorName(author: string, knownName: string | undefined): string {
  const isMissing = author !== '' && knownName === undefined;
  const load = useCallback(
    async () => (isMissing ? (await userApi.getById(author)).fullName : ''),
    [author, isMissing],
  );
  const { data: loadedName, error } = useLoadedWithRetry(load);
  return knownName ?? loadedName ?? (error === null ? '…' : SEARCH_STRINGS.unknownAuthor);
}

/** Derives a name from a slug, to be shown until a result contains the name of the place. */
function nameOfSlug(slug: string): string {
  const name = slug.replaceAll('-', ' ').replace(/^\p{Ll}|\s\p{Ll}/gu, (letter) => letter.toUpperCase());
  return placeName({ slug, name });
}

/**
 * Replaces labels of several places by names of their slugs: the place of a story has no district, which the slug of
 * all but one of these places contains.
 */
function distinguish(places: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const labels = [...places.values()];
  const isShared = (label: string) => labels.indexOf(label) !== labels.lastIndexOf(label);
  return new Map([...places].map(([slug, label]) => [slug, isShared(label) ? nameOfSlug(slug) : label]));
}

function listYears(chosen: string): Options {
  const latest = new Date().getUTCFullYear();
  const years = Array.from({ length: YEARS }, (_, index) => String(latest - index));
  return [...years, ...(chosen === '' || years.includes(chosen) ? [] : [chosen])].map((year) => [year, year]);
}

function sortByLabel(options: ReadonlyMap<string, string>): Options {
  return [...options].sort(([, a], [, b]) => a.localeCompare(b));
}
