import { PLACE_SLUG_PATTERN } from '@safarnama/contracts';
import type { SearchFilters } from '../../api/search.api.ts';

const AUTHOR_ID = /^[0-9a-f]{24}$/i;
const YEAR = /^[1-9]\d{3}$/;
/** Those that the server accepts around a phrase. */
const QUOTES = /["“”„«»]/g;

/** Reads the filters from the URL. Malformed values, which the server would reject, are ignored. */
export function readFilters(params: URLSearchParams): SearchFilters {
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
export function isFiltered({ place, author, year }: SearchFilters): boolean {
  return place !== '' || author !== '' || year !== '';
}

/** The same search in all stories. */
export function withoutFilters(filters: SearchFilters): SearchFilters {
  return { ...filters, place: '', author: '', year: '' };
}

/** The key of the list of results; lists of the same query start with `searchKeyPrefix`. */
export function searchKey(filters: SearchFilters): string {
  const { q, place, author, year, sort } = filters;
  return `${searchKeyPrefix(q)}${place} ${author} ${year} ${sort}`;
}

export function searchKeyPrefix(q: string): string {
  return `search:${encodeURIComponent(q)} `;
}
