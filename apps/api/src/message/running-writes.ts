import { within } from '../lib/within.js';

/** A write takes milliseconds. While a database responds slowly, reads do not wait for it. */
const MAX_WAIT_MS = 1_000;

/** Writes that reads for certain users must wait for. */
export function createRunningWrites() {
  /** The ids of the users of each write. */
  const running = new Map<Promise<void>, readonly string[]>();
  return {
    /** @returns the same promise. */
    track(userIds: readonly string[], write: Promise<void>): Promise<void> {
      const remove = () => running.delete(write);
      running.set(write, userIds);
      write.then(remove, remove);
      return write;
    },

    /** Resolves when the writes for a user that run now have ended, or have failed; after a second in any case. */
    async whenEnded(userId: string): Promise<void> {
      const writes = [...running].filter(([, userIds]) => userIds.includes(userId)).map(([write]) => write);
      if (writes.length > 0) await within(Promise.allSettled(writes), MAX_WAIT_MS, undefined);
    },
  };
}
export type RunningWrites = ReturnType<typeof createRunningWrites>;
