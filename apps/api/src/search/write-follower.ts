/**
 * How long after its time a write may become visible: the duration of a slow write, plus the difference between the
 * clocks of two processes.
 */
export const VISIBILITY_LAG_MS = 15_000;
/** With more writes than this within the lag, the older ones are read again only every `REREAD_INTERVAL_MS`. */
export const MAX_REREAD = 200;
export const REREAD_INTERVAL_MS = 5_000;
/** Age of the writes that are read again in between: the duration of a usual write. */
const USUAL_LAG_MS = 1_000;

/** One reading of the newest writes. */
interface Reading {
  /** Writes after this time are to be read. */
  after: number;
  isComplete: boolean;
  startedAt: number;
}

/**
 * Follows the times of one kind of write, so that each write is read at least once after it has become visible.
 *
 * @param newest - time in ms of the newest write that is known.
 * @param now - a monotonic clock in ms.
 */
export function createWriteFollower(newest: number, now: () => number = () => performance.now()) {
  let latest = newest;
  /** Value of `latest` when `checkedAt` was set. */
  let candidate = latest;
  let checkedAt = now();
  /** All writes up to this time have been read. */
  let settled = Math.max(0, latest - VISIBILITY_LAG_MS);
  let completedAt = Number.NEGATIVE_INFINITY;
  let isLarge = false;
  return {
    begin(): Reading {
      const startedAt = now();
      const isComplete = !isLarge || startedAt - completedAt >= REREAD_INTERVAL_MS;
      const after = isComplete ? settled : Math.max(settled, latest - USUAL_LAG_MS);
      return { after, isComplete, startedAt };
    },
    /** @param times - of all writes that the reading has found. */
    end({ isComplete, startedAt }: Reading, times: readonly number[]): void {
      if (isComplete) {
        isLarge = times.length > MAX_REREAD;
        completedAt = startedAt;
        if (startedAt - checkedAt > VISIBILITY_LAG_MS) {
          settled = candidate;
          candidate = latest;
          checkedAt = startedAt;
        }
      }
      for (const time of times) latest = Math.max(latest, time);
    },
  };
}
