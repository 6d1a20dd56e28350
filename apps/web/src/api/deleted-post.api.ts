import { type DeletedPostPage, LIMITS, type SavedPostResponse, UNDELETE_MS } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';
import { serverNow } from '../lib/server-clock.ts';
import { pageQuery } from './post.api.ts';

/** Restores a deleted story. @throws ApiError 404 when it was deleted more than ten minutes ago. */
export function undelete(id: string): Promise<SavedPostResponse> {
  return request('POST /api/post/:id/undelete', { params: { id } });
}

/** A deleted story with the time in which it can still be restored, in ms. */
export type DeletedCard = DeletedPostPage['posts'][number] & { restorableMs: number };

/** The user's deleted stories that can still be restored, latest first. */
export async function listDeleted(): Promise<DeletedCard[]> {
  // Within ten minutes, nobody deletes more stories than fit on one page.
  const query = pageQuery(null, LIMITS.pageMax);
  const { posts } = await request('GET /api/post/deleted', { query });
  return posts.map((card) => ({
    ...card,
    restorableMs: Date.parse(card.deletedAt) + UNDELETE_MS - serverNow(),
  }));
}
