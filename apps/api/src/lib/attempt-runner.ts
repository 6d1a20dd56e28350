import { LRUCache } from 'lru-cache';

/** Maximum number of completed attempts that are remembered, about 150 bytes each. */
const MAX_COMPLETED = 10_000;

/**
 * Runs an attempt to store and publish something.
 *
 * @param attempt - `mayBeUnpublished` means that no attempt with this key has completed in this process. If something
 * is stored all the same, an earlier attempt may have failed between its write and its publication, here or in a
 * process that was killed: the repeat publishes what it finds stored. Of concurrent repeats, only one gets
 * `mayBeUnpublished`.
 */
export type RunAttempt = <T>(key: string, attempt: (mayBeUnpublished: boolean) => Promise<T>) => Promise<T>;

export function createAttemptRunner(): RunAttempt {
  const completed = new LRUCache<string, true>({ max: MAX_COMPLETED });
  return async (key, attempt) => {
    const mayBeUnpublished = !completed.has(key);
    completed.set(key, true);
    try {
      return await attempt(mayBeUnpublished);
    } catch (error) {
      completed.delete(key);
      throw error;
    }
  };
}
