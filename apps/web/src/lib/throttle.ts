/** Minimum time between two runs. */
const INTERVAL_MS = 1_000;

/** Limits how often a function runs; see `createThrottle`. */
interface Throttle {
  /** Runs the function at once, or when the interval since its last run is over. */
  request: () => void;
  /** Drops a pending request; the next one runs at once. */
  reset: () => void;
}

/** @param run - is called at most once a second, however often it is requested. */
export function createThrottle(run: () => void): Throttle {
  let lastRunAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function start(): void {
    timer = undefined;
    lastRunAt = performance.now();
    run();
  }

  return {
    request() {
      if (timer !== undefined) return;
      const waitMs = lastRunAt + INTERVAL_MS - performance.now();
      if (waitMs > 0) timer = setTimeout(start, waitMs);
      else start();
    },
    reset() {
      clearTimeout(timer);
      timer = undefined;
      lastRunAt = Number.NEGATIVE_INFINITY;
    },
  };
}
