import { LRUCache } from 'lru-cache';

/** Maximum number of failed attempts that are remembered, about 150 bytes each. */
const MAX_FAILED = 10_000;

/**
 * Runs an attempt to store and publish something.
 *
 * @param attempt - `isRetry` means that the previous attempt with this key failed, possibly between its write and its
 * publication: the retry publishes what it finds stored. Of concurrent retries, only one gets `isRetry`.
 */
export type RunAttempt = <T>(key: string, attempt: (isRetry: boolean) => Promise<T>) => Promise<T>;

export function createAttemptRunner(): RunAttempt {
  const failed = new LRUCache<string, true>({ max: MAX_FAILED });
  return async (key, attempt) => {
    const isRetry = failed.delete(key);
    try {
      return await attempt(isRetry);
    } catch (error) {
      failed.set(key, true);
      throw error;
    }
  };
}
