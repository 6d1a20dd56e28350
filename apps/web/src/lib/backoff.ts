/** The waits between tries: `next` gives the one before the next try. */
export interface Backoff {
  /** Milliseconds: doubling from `firstMs` to `maxMs`, the upper half of each by chance. */
  next: () => number;
  /** Something works again: the next wait is a short one. */
  reset: () => void;
}

/** Spread by chance, so that not everybody who was cut off comes back in the same moment. */
export function createBackoff(firstMs = 1_000, maxMs = 30_000): Backoff {
  let delayMs = firstMs;
  return {
    next() {
      const fullDelayMs = delayMs;
      delayMs = Math.min(maxMs, delayMs * 2);
      return fullDelayMs / 2 + Math.random() * (fullDelayMs / 2);
    },
    reset() {
      delayMs = firstMs;
    },
  };
}
