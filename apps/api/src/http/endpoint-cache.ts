import type { EndpointKey } from '@safarnama/contracts';
import { createVersionedCache } from '../lib/versioned-cache.js';
import type { VersionedCollection, WriteVersions } from '../lib/write-versions.js';
import type { PreparedResponse } from './response-cache.js';

const STORIES = ['posts', 'users', 'likes', 'bookmarks'] as const;
const MESSAGES = ['users', 'conversations', 'messages', 'blocks', 'posts'] as const;

/**
 * The endpoints whose responses are cached for each user, with all collections that they read. They depend on nothing
 * else: neither on the time nor on request headers. An author's stories come with numbers of the index of search, which
 * follows writes later, so that they are not cached.
 */
export const CACHED_ENDPOINTS: Readonly<Partial<Record<EndpointKey, readonly VersionedCollection[]>>> = {
  // The first page by likes stores its order, so that it is never cached.
  'GET /api/post/getposts': [...STORIES, 'likedorders'],
  'GET /api/post/getpost/:slug': STORIES,
  'GET /api/message/get-all-users': MESSAGES,
  'GET /api/message/:id': [...MESSAGES, 'messagechanges'],
};

/**
 * Clients that were offline read what they have missed with this parameter, once: what a response older than the last
 * write lacked, they would lack for long.
 */
const CATCH_UP = /[?&]after=/;

/** Maximum number of responses. */
const MAX_RESPONSES = 1_000;
/** Maximum size of all responses: a few hundred pages. */
const MAX_BYTES = 16_000_000;

/**
 * Caches the responses of `CACHED_ENDPOINTS` for a second: docs/decisions/029-cached-responses.md.
 *
 * @returns the cache of an endpoint; null for any other endpoint.
 */
export function createEndpointCache(versions: Pick<WriteVersions, 'sumOf'>) {
  const cached = createVersionedCache<PreparedResponse>({
    versions,
    max: MAX_RESPONSES,
    maxSize: MAX_BYTES,
    // Two bytes a character; the compressed bodies are small in comparison.
    sizeOf: ({ text }) => 2 * text.length,
  });
  return (key: EndpointKey) => {
    const collections = CACHED_ENDPOINTS[key];
    if (!collections) return null;
    /** @param url - with the parameters and the query. */
    return (userId: string, url: string, read: () => Promise<PreparedResponse>) =>
      CATCH_UP.test(url) ? read() : cached(`${userId} ${url}`, { collections, userId }, read);
  };
}
export type EndpointCache = NonNullable<ReturnType<ReturnType<typeof createEndpointCache>>>;
