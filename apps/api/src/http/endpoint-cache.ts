import type { EndpointKey } from '@safarnama/contracts';
import { createVersionedCache } from '../lib/versioned-cache.js';
import type { VersionedCollection, WriteVersions } from '../lib/write-versions.js';
import type { PreparedResponse } from './response-cache.js';

const STORIES = ['posts', 'users', 'likes', 'bookmarks'] as const;
const MESSAGES = ['users', 'conversations', 'messages', 'blocks', 'posts'] as const;

/**
 * The endpoints whose responses are cached for each user, with all collections that they read. They depend on nothing
 * else: not on request headers, and on the time only where a second makes no difference. An author's stories are not
 * cached, because their response contains numbers from the search index, which is updated after the write.
 */
export const CACHED_ENDPOINTS: Readonly<Partial<Record<EndpointKey, readonly VersionedCollection[]>>> = {
  // A first page by likes that has a next page stores its order: this write prevents the page from being reused.
  'GET /api/post/getposts': [...STORIES, 'likedorders'],
  'GET /api/post/getpost/:slug': STORIES,
  'GET /api/message/get-all-users': MESSAGES,
  'GET /api/message/:id': [...MESSAGES, 'messagechanges'],
};

/**
 * Clients that were offline use this parameter once to request what they have missed: after a response older than the
 * last write, they would not request the missing part again.
 */
const CATCH_UP = /[?&]after=/;

/** Maximum number of responses. */
const MAX_RESPONSES = 1_000;
/** Maximum size of all responses: a few hundred pages. */
const MAX_BYTES = 16_000_000;

/**
 * Caches the responses of `CACHED_ENDPOINTS` for a second: docs/decisions/029-cached-responses.md.
 *
 * @returns a function that returns the cache of an endpoint; null for an endpoint without one.
 */
export function createEndpointCache(versions: Pick<WriteVersions, 'sumOf'>) {
  const cached = createVersionedCache<PreparedResponse>({
    versions,
    max: MAX_RESPONSES,
    maxSize: MAX_BYTES,
    // Two bytes per character; the compressed bodies are small in comparison.
    sizeOf: ({ text }) => 2 * text.length,
  });
  return (key: EndpointKey) => {
    const collections = CACHED_ENDPOINTS[key];
    if (!collections) return null;
    /** @param url - path and query of the request. */
    return (userId: string, url: string, read: () => Promise<PreparedResponse>) =>
      CATCH_UP.test(url) ? read() : cached(`${userId} ${url}`, { collections, userId }, read);
  };
}
export type EndpointCache = NonNullable<ReturnType<ReturnType<typeof createEndpointCache>>>;
