import { LRUCache } from 'lru-cache';
import { createKeyedQueue } from './keyed-queue.js';

/** Maximum number of completed attempts that are remembered, about 240 bytes each. Repeats follow within seconds. */
const MAX_COMPLETED = 1_000;

/**
 * Runs an attempt to store and publish something, after the running attempts with the same key.
 *
 * @param attempt - `mayBeUnpublished` means that no attempt with this key has completed in this process. If something
 * is stored all the same, an earlier attempt may have failed between its write and its publication, here or in a
 * process that was killed: the repeat publishes what it finds stored.
 */
export type RunAttempt = <T>(key: string, attempt: (mayBeUnpublished: boolean) => Promise<T>) => Promise<T>;

export function createAttemptRunner(): RunAttempt {
  const completed = new LRUCache<string, true>({ max: MAX_COMPLETED });
  const runInOrder = createKeyedQueue();
  return (key, attempt) =>
    runInOrder(key, async () => {
      const result = await attempt(!completed.has(key));
      completed.set(key, true);
      return result;
    });
}
