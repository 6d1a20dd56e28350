import type { BodyOf, CardPage, LikeResponse, Post, SavedPostResponse } from '@safarnama/contracts';
import { LIMITS } from '@safarnama/contracts';
import { ApiError, request, requestWithHeaders } from '../lib/api-client.ts';

/** A story as the editor sends it. Fields with a default are optional. */
export type PostBody = BodyOf<'POST /api/post/create-post'>;

/*
 * Requests about stories that the first load of home contains. Those of single pages are in files of their own, such as
 * author-post.api.ts, so that they are loaded with their page.
 */

/** Four rows of three on a wide screen. */
const CARDS_PER_PAGE = 12;

/** The query of a page of cards. */
export function pageQuery(cursor: string | null, count = CARDS_PER_PAGE) {
  return { limit: String(Math.min(count, LIMITS.pageMax)), ...(cursor !== null && { cursor }) };
}

/** The query of a page of stories as cards, of a list that also has whole stories. */
export function cardQuery(cursor: string | null, count?: number) {
  return { view: 'card' as const, ...pageQuery(cursor, count) };
}

/**
 * One page of all stories as cards, newest first.
 *
 * @param cursor - null for the first page.
 * @param count - number of cards, capped at `LIMITS.pageMax`; four rows by default.
 */
export async function listAll(cursor: string | null, count?: number): Promise<CardPage> {
  const page = await request('GET /api/post/getposts', { query: cardQuery(cursor, count) });
  // The API responds with cards because of `view=card`.
  return page as CardPage;
}

/** One page of all stories as cards, those with the most likes in the last 30 days first. */
export async function listMostLiked(cursor: string | null, count?: number): Promise<CardPage> {
  const query = { ...cardQuery(cursor, count), sort: 'liked' as const };
  return (await request('GET /api/post/getposts', { query })) as CardPage;
}

/** One page of the user's own stories as cards, newest first. */
export async function listOwn(cursor: string | null, count?: number): Promise<CardPage> {
  const page = await request('GET /api/post/my-posts', { query: cardQuery(cursor, count) });
  return page as CardPage;
}

/** One page of the stories of the authors whom the user follows, newest first. */
export function listFollowed(cursor: string | null, count?: number): Promise<CardPage> {
  return request('GET /api/post/following', { query: pageQuery(cursor, count) });
}

/** One whole story. @throws ApiError 404 when there is no such story. */
export async function getBySlug(slug: string): Promise<Post> {
  return (await request('GET /api/post/getpost/:slug', { params: { slug } })).post;
}

export interface SaveOptions {
  /** Receives the uploaded part of the body, 0 to 1. */
  onProgress?: (sent: number) => void;
  /** Aborts the upload. If the server already has the whole body, it still saves the story. */
  signal?: AbortSignal;
}

export interface CreateOptions extends SaveOptions {
  /** Whether the stored story has a text that this form has sent or is sending. */
  isOwnAttempt?: (stored: Post) => boolean;
}

/**
 * Publishes a story. If an earlier attempt with the same `clientPostId` has stored it, updates the stored story
 * instead: the response was lost, and the text may have changed since.
 *
 * @throws like `request`; `versionConflict` when the stored story does not come from an attempt of this form.
 */
export async function create(
  body: PostBody,
  { isOwnAttempt = () => true, ...options }: CreateOptions = {},
): Promise<SavedPostResponse> {
  const { data, status } = await requestWithHeaders('POST /api/post/create-post', {
    body,
    signal: null,
    ...options,
  });
  if (status === 201) return data;
  if (!isOwnAttempt(data.post)) throw versionConflict(data.post);
  return update(data.post._id, { ...body, version: data.post.version }, options);
}

export function update(id: string, body: PostBody, options: SaveOptions = {}): Promise<SavedPostResponse> {
  return request('PUT /api/post/update-post/:id', {
    params: { id },
    body,
    signal: null,
    ...options,
  });
}

/** The code of the error for a change that is not based on the stored version. */
export const VERSION_CONFLICT = 'version_conflict';

/** The error for a change that is not based on the stored version of the story. */
function versionConflict(post: Post): ApiError {
  return new ApiError(409, VERSION_CONFLICT, '', [], null, { post });
}

/** Deletes a story and returns its id. */
export async function remove(id: string): Promise<string> {
  return (await request('DELETE /api/post/delete-post/:id', { params: { id } }))._id;
}

export function setLike(id: string, isLiked: boolean): Promise<LikeResponse> {
  return request(isLiked ? 'PUT /api/post/:id/like' : 'DELETE /api/post/:id/like', { params: { id } });
}

export async function setBookmark(id: string, isBookmarked: boolean): Promise<boolean> {
  const endpoint = isBookmarked ? 'PUT /api/post/:id/bookmark' : 'DELETE /api/post/:id/bookmark';
  return (await request(endpoint, { params: { id } })).bookmarkedByMe;
}
