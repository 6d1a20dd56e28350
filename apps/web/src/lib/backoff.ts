/** Longest delay between retries. */
const MAX_MS = 30_000;

/** Delays between retries. */
interface Backoff {
  /** The next delay in ms: doubles from `firstMs` to `MAX_MS`, with a random upper half. */
  next: () => number;
  /** Call after a success: the next delay is short again. */
  reset: () => void;
}

/** Randomised, so that clients that were disconnected together do not reconnect at the same moment. */
export function createBackoff(firstMs = 1_000): Backoff {
  let delayMs = firstMs;
  return {
    next() {
      const fullDelayMs = delayMs;
      delayMs = Math.min(MAX_MS, delayMs * 2);
      return fullDelayMs / 2 + Math.random() * (fullDelayMs / 2);
    },
    reset() {
      delayMs = firstMs;
    },
  };
}
