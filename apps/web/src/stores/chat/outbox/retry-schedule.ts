import { createBackoff } from '../../../lib/backoff.ts';

interface RetrySchedule {
  /** Whether the next attempt is not due yet. */
  isWaiting: () => boolean;
  /** @param retryAfterMs - how long the server asks to wait; 0 when it does not say. */
  recordFailure: (retryAfterMs: number) => void;
  recordSuccess: () => void;
  /** Makes the next attempt due now. @returns false when the server asked to wait longer. */
  skipWait: () => boolean;
  stop: () => void;
}

/** Decides when an outbox retries. All receivers share the network, so they share one schedule. */
export function createRetrySchedule(onDue: () => void): RetrySchedule {
  const backoff = createBackoff();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryAt = 0;
  /** The server accepts no attempt before this time. */
  let serverRetryAt = 0;

  const isWaiting = () => Date.now() < retryAt;

  return {
    isWaiting,
    recordFailure(retryAfterMs) {
      if (retryAfterMs > 0) serverRetryAt = Math.max(serverRetryAt, Date.now() + retryAfterMs);
      // A parallel attempt that also fails does not prolong the wait, unless the server asks for it.
      if (retryAfterMs === 0 && isWaiting()) return;
      const waitMs = Math.max(serverRetryAt - Date.now(), backoff.next());
      retryAt = Date.now() + waitMs;
      clearTimeout(timer);
      timer = setTimeout(() => {
        retryAt = 0;
        serverRetryAt = 0;
        onDue();
      }, waitMs);
    },
    recordSuccess: backoff.reset,
    skipWait() {
      if (Date.now() < serverRetryAt) return false;
      clearTimeout(timer);
      retryAt = 0;
      backoff.reset();
      return true;
    },
    stop: () => clearTimeout(timer),
  };
}
