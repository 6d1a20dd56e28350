import { PLACE_SLUG_PATTERN } from '@safarnama/contracts';
import type { StorySearch } from '../../api/search.api.ts';

const AUTHOR_ID = /^[0-9a-f]{24}$/i;
const YEAR = /^[1-9]\d{3}$/;
/** Those that the server accepts around a phrase. */
const QUOTES = /["“”„«»]/g;

/** Reads the search from the URL. Malformed values, which the server would reject, are ignored. */
export function readSearch(params: URLSearchParams): StorySearch {
  const read = (name: string, pattern: RegExp) => {
    const value = params.get(name) ?? '';
    return pattern.test(value) ? value : '';
  };
  return {
    q: (params.get('q') ?? '').trim(),
    place: read('place', PLACE_SLUG_PATTERN),
    author: read('author', AUTHOR_ID).toLowerCase(),
    year: read('year', YEAR),
    sort: params.get('sort') === 'newest' ? 'newest' : 'best',
  };
}

/** The query without the quotes around its phrases. */
export function removeQuotes(q: string): string {
  return q.replace(QUOTES, '').trim();
}

/** Whether the results are limited to a place, an author or a year. */
export function isFiltered({ place, author, year }: StorySearch): boolean {
  return place !== '' || author !== '' || year !== '';
}

/** The same search in all stories. */
export function withoutFilters(search: StorySearch): StorySearch {
  return { ...search, place: '', author: '', year: '' };
}

/** The key of the list of results; lists of the same query start with `searchKeyPrefix`. */
export function searchKey(search: StorySearch): string {
  const { q, place, author, year, sort } = search;
  return `${searchKeyPrefix(q)}${place} ${author} ${year} ${sort}`;
}

export function searchKeyPrefix(q: string): string {
  return `search:${encodeURIComponent(q)} `;
}
