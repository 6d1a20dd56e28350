/** Distinguishes responses that arrive too late from current ones; see `createStaleGuard`. */
export interface StaleGuard {
  /** Starts a request. @returns a check that is true as soon as the request is out of date. */
  track: () => () => boolean;
  /** Starts a request that replaces all earlier ones. @returns the same check as `track`. */
  supersede: () => () => boolean;
  /** Makes every request started so far out of date. */
  invalidate: () => void;
}

/** Guards state against responses that were overtaken by a newer request, a change or a sign-out. */
export function createStaleGuard(): StaleGuard {
  let generation = 0;
  const track = () => {
    const startedIn = generation;
    return () => startedIn !== generation;
  };
  const invalidate = () => {
    generation += 1;
  };
  return {
    track,
    supersede() {
      invalidate();
      return track();
    },
    invalidate,
  };
}
