import type { BodyOf, Draft, Post, QueryOf, ResponseOf } from '@safarnama/contracts';
import { API_ORIGIN } from '../config/env.ts';
import { ApiError, request, userIdHeaders } from '../lib/api-client.ts';
import { findOwn } from './own-post.api.ts';
import { pageQuery } from './post.api.ts';

/** Few enough for a slow network, because drafts are sent with their whole text. */
const DRAFTS_PER_PAGE = 20;

export type DraftBody = BodyOf<'PUT /api/drafts/:key'>;
type DraftPage = ResponseOf<'GET /api/drafts'>;

/**
 * All of the user's drafts, most recently changed first.
 *
 * @param postId - the story whose drafts to list; all drafts by default. An older server ignores it.
 */
export async function list(postId?: string): Promise<Draft[]> {
  const all: Draft[] = [];
  let cursor: string | null = null;
  for (;;) {
    const query: QueryOf<'GET /api/drafts'> = {
      ...pageQuery(cursor, DRAFTS_PER_PAGE),
      ...(postId !== undefined && { postId }),
    };
    const { drafts, nextCursor }: DraftPage = await request('GET /api/drafts', { query });
    all.push(...drafts);
    // Stops when the cursor does not advance; otherwise the same request would repeat forever. An older server, which
    // has only one page, sends no cursor.
    if (!nextCursor || nextCursor === cursor) return all;
    cursor = nextCursor;
  }
}

/** The user's draft with this key; null when there is none. */
export async function find(key: string): Promise<Draft | null> {
  return (await read(key)).draft;
}

/**
 * The user's draft with this key, or the story that was published from it; neither if the draft does not exist and its
 * story, if any, was unpublished or deleted.
 */
export async function findWithStory(key: string): Promise<{ draft: Draft | null; story: Post | null }> {
  const { draft, postId } = await read(key);
  return { draft, story: postId === null ? null : await findOwn(postId) };
}

async function read(key: string): Promise<{ draft: Draft | null; postId: string | null }> {
  try {
    return { draft: (await request('GET /api/drafts/:key', { params: { key } })).draft, postId: null };
  } catch (error) {
    // 400 for a malformed key in a URL that was typed by hand.
    if (!(error instanceof ApiError && [400, 404].includes(error.status))) throw error;
    // The cast is safe: the table of endpoints declares this body for a 404.
    const { postId } = error.body as { postId?: string };
    return { draft: null, postId: postId ?? null };
  }
}

export async function save(key: string, body: DraftBody, signal: AbortSignal): Promise<Draft> {
  return (await request('PUT /api/drafts/:key', { params: { key }, body, signal })).draft;
}

export async function remove(key: string): Promise<void> {
  await request('DELETE /api/drafts/:key', { params: { key } });
}

/** Like `remove`, for a page that is about to be closed: the request outlives it. A failure is not reported. */
export function removeOnLeave(key: string): void {
  void fetch(`${API_ORIGIN}/api/drafts/${key}`, {
    method: 'DELETE',
    keepalive: true,
    credentials: 'include',
    headers: userIdHeaders(),
  }).catch(() => undefined);
}

/** Schedules the publication of the draft, or cancels it. @param publishAt - ISO date; null cancels. */
export async function schedule(key: string, publishAt: string | null): Promise<Draft> {
  const options = { params: { key }, body: { publishAt } };
  return (await request('PUT /api/drafts/:key/schedule', options)).draft;
}
