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

    /** Resolves when the writes for a user that run now have ended, or have failed. */
    async whenEnded(userId: string): Promise<void> {
      const writes = [...running].filter(([, userIds]) => userIds.includes(userId)).map(([write]) => write);
      await Promise.allSettled(writes);
    },
  };
}
export type RunningWrites = ReturnType<typeof createRunningWrites>;
