/**
 * Works like `navigator.locks` for a single name: one holder at a time, others in the order of their requests, unless
 * one of them steals the lock.
 */
export function createFakeLocks() {
  let queue: (() => void)[] = [];
  /** Rejects the request of the holder; null while the lock is free. */
  let rejectHolder: ((reason: unknown) => void) | null = null;

  return {
    async request(
      _name: string,
      { signal, steal = false }: LockOptions,
      hold: () => Promise<void> | undefined,
    ): Promise<void> {
      if (steal) rejectHolder?.(new DOMException('', 'AbortError'));
      else if (rejectHolder) {
        await new Promise<void>((resolve, reject) => {
          queue.push(resolve);
          signal?.addEventListener('abort', () => {
            queue = queue.filter((entry) => entry !== resolve);
            reject(signal.reason);
          });
        });
      }
      const stolen = new Promise<never>((_resolve, reject) => {
        rejectHolder = reject;
      });
      await Promise.race([hold(), stolen]);
      rejectHolder = null;
      queue.shift()?.();
    },
  };
}
