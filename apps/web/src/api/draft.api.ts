import type { BodyOf, Draft } from '@safarnama/contracts';
import { ApiError, request, timeoutOptions } from '../lib/api-client.ts';

export type DraftBody = BodyOf<'PUT /api/drafts/:key'>;

/** All of the user's drafts, most recently changed first. */
export async function list(): Promise<Draft[]> {
  const all: Draft[] = [];
  let cursor: string | null = null;
  for (;;) {
    const query: { cursor?: string } = cursor === null ? {} : { cursor };
    const { drafts, nextCursor } = await request('GET /api/drafts', { query });
    all.push(...drafts);
    // Stops when the cursor does not advance; otherwise the same request would repeat forever. An older server, which
    // has only one page, sends no cursor.
    if (!nextCursor || nextCursor === cursor) return all;
    cursor = nextCursor;
  }
}

/** The user's draft with this key; null when there is none. */
export async function find(key: string): Promise<Draft | null> {
  try {
    return (await request('GET /api/drafts/:key', { params: { key } })).draft;
  } catch (error) {
    // 400 for a malformed key in a URL that was typed by hand.
    if (error instanceof ApiError && [400, 404].includes(error.status)) return null;
    throw error;
  }
}

export async function save(key: string, body: DraftBody, signal: AbortSignal): Promise<Draft> {
  return (await request('PUT /api/drafts/:key', { params: { key }, body, signal })).draft;
}

export async function remove(key: string): Promise<void> {
  await request('DELETE /api/drafts/:key', { params: { key }, ...timeoutOptions() });
}

/** Schedules the publication of the draft, or cancels it. @param publishAt - ISO date; null cancels. */
export async function schedule(key: string, publishAt: string | null): Promise<Draft> {
  const options = { params: { key }, body: { publishAt }, ...timeoutOptions() };
  return (await request('PUT /api/drafts/:key/schedule', options)).draft;
}
