import type { Draft, Post } from '@safarnama/contracts';
import { ApiError, request } from '../lib/api-client.ts';

/** One of the user's own stories; null when none of them has this id. */
export async function findOwn(id: string): Promise<Post | null> {
  try {
    return (await request('GET /api/post/my-posts/:id', { params: { id } })).post;
  } catch (error) {
    // Malformed id, another user's story, no such story.
    if (error instanceof ApiError && [400, 403, 404].includes(error.status)) return null;
    throw error;
  }
}

/** Turns a published story into a draft. */
export async function unpublish(id: string): Promise<Draft> {
  return (await request('POST /api/post/:id/unpublish', { params: { id } })).draft;
}
