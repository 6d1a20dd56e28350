import type { CardPage } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';
import { pageQuery } from './post.api.ts';

/** One page of the user's bookmarks, most recently bookmarked first. */
export function listBookmarks(cursor: string | null, count?: number): Promise<CardPage> {
  return request('GET /api/post/bookmarks', { query: pageQuery(cursor, count) });
}
