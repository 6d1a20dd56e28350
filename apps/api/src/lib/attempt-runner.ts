import { LRUCache } from 'lru-cache';

/** Maximum number of failed attempts that are remembered, of about 150 bytes. */
const MAX_FAILED = 10_000;

/**
 * Runs an attempt to store and publish something.
 *
 * @param attempt - `isRetry` means that the previous attempt with this key failed, possibly after its write but before it
 * published it: so it publishes what it finds stored. Of concurrent retries one is told so.
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
