import type { CardPage, SearchPage, Suggestions } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';
import { pageQuery } from './post.api.ts';

/** A search for stories, as in the URL of the results; an empty value means any. */
export interface StorySearch {
  q: string;
  /** Slug of a place. */
  place: string;
  /** Id of an author. */
  author: string;
  year: string;
  sort: 'best' | 'newest';
}

/** One page of search results, with the summary of the search: people, places and the total. */
export async function search(
  storySearch: StorySearch,
  cursor: string | null,
  count?: number,
): Promise<CardPage & { search: Omit<SearchPage, keyof CardPage> }> {
  const chosen = Object.fromEntries(Object.entries(storySearch).filter(([, value]) => value !== ''));
  const query = { ...chosen, ...pageQuery(cursor, count) };
  const { posts, nextCursor, ...found } = await request('GET /api/post/search', { query });
  return { posts, nextCursor, search: found };
}

/** Returns suggestions for the beginning of a query. */
export function suggest(q: string, signal?: AbortSignal): Promise<Suggestions> {
  return request('GET /api/post/suggest', { query: { q }, ...(signal && { signal }) });
}
