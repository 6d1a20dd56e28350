import type { Revision, RevisionPage, SavedPostResponse } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';
import { pageQuery } from './post.api.ts';

const VERSIONS_PER_PAGE = 20;

/**
 * One page of the versions of the user's own story, newest first.
 *
 * @throws ApiError 403 for another user's story, 404 for a missing one.
 */
export function list(postId: string, cursor: string | null): Promise<RevisionPage> {
  return request('GET /api/post/:id/revisions', {
    params: { id: postId },
    query: pageQuery(cursor, VERSIONS_PER_PAGE),
  });
}

/** One version. @throws ApiError 404 when the version is no longer stored. */
export async function find(postId: string, number: number): Promise<Revision> {
  const params = { id: postId, number: String(number) };
  return (await request('GET /api/post/:id/revisions/:number', { params })).revision;
}

/** Restores an earlier version as a new, current version. */
export function restore(postId: string, number: number): Promise<SavedPostResponse> {
  const params = { id: postId, number: String(number) };
  return request('POST /api/post/:id/revisions/:number/restore', { params });
}
