/** The waits between tries: `next` gives the one before the next try. */
export interface BackOff {
  /** Milliseconds: doubling from `firstMs` to `maxMs`, the upper half of each by chance. */
  next: () => number;
  /** Something works again: the next wait is a short one. */
  reset: () => void;
}

/** Spread by chance, so that not everybody who was cut off comes back in the same moment. */
export function createBackOff(firstMs = 1_000, maxMs = 30_000): BackOff {
  let wait = firstMs;
  return {
    next() {
      const whole = wait;
      wait = Math.min(maxMs, wait * 2);
      return whole / 2 + Math.random() * (whole / 2);
    },
    reset() {
      wait = firstMs;
    },
  };
}
