import type { Post, Revision, RevisionPage } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';

const VERSIONS_PER_PAGE = 20;

/** One page of the versions of the user's own story, newest first. ApiError 403 and 404. */
export function list(postId: string, cursor: string | null): Promise<RevisionPage> {
  return request('GET /api/post/:id/revisions', {
    params: { id: postId },
    query: { limit: String(VERSIONS_PER_PAGE), ...(cursor !== null && { cursor }) },
  });
}

/** One version. ApiError 404 for one that is not stored any more. */
export async function find(postId: string, number: number): Promise<Revision> {
  const params = { id: postId, number: String(number) };
  return (await request('GET /api/post/:id/revisions/:number', { params })).revision;
}

/** Makes a former version the current one, as a new version. */
export async function restore(postId: string, number: number): Promise<Post> {
  const params = { id: postId, number: String(number) };
  return (await request('POST /api/post/:id/revisions/:number/restore', { params })).post;
}
