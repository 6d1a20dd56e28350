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

/** Runs a function again after a failure. */
interface Retry {
  /** Runs it after the next delay, instead of a pending run. */
  later: () => void;
  /** Drops a pending run. */
  cancel: () => void;
  /** Call after a success: drops a pending run, and the next delay is short again. */
  reset: () => void;
}

/** @param firstMs - the first delay, as for `createBackoff`. */
export function createRetry(run: () => unknown, firstMs?: number): Retry {
  const backoff = createBackoff(firstMs);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  return {
    later() {
      cancel();
      timer = setTimeout(run, backoff.next());
    },
    cancel,
    reset() {
      cancel();
      backoff.reset();
    },
  };
}
