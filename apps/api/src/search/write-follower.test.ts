import { describe, expect, it } from 'vitest';
import { createWriteFollower, MAX_REREAD, REREAD_INTERVAL_MS, VISIBILITY_LAG_MS } from './write-follower.js';

const NEWEST = 1_000_000;

/** A follower with a clock that only moves when it is set. */
function createFollower() {
  const clock = { time: 0 };
  const follower = createWriteFollower(NEWEST, () => clock.time);
  return {
    clock,
    read(times: readonly number[]): number {
      const reading = follower.begin();
      follower.end(reading, times);
      return reading.after;
    },
  };
}

const manyTimes = Array.from({ length: MAX_REREAD + 1 }, (_, index) => NEWEST + index);

describe('createWriteFollower', () => {
  it('with few writes: reads those within the lag again each time', () => {
    const { read } = createFollower();

    const first = read([NEWEST + 1, NEWEST + 2]);

    expect(first).toBe(NEWEST - VISIBILITY_LAG_MS);
    expect(read([])).toBe(first);
  });

  it('with writes that have been visible for the lag: no longer reads them', () => {
    const { clock, read } = createFollower();
    read([NEWEST + 50]);
    clock.time = VISIBILITY_LAG_MS + 1;
    // What the readings so far have found is complete up to the newest time at the start.
    read([]);
    expect(read([])).toBe(NEWEST);
    clock.time = 2 * VISIBILITY_LAG_MS + 2;
    read([]);

    expect(read([])).toBe(NEWEST + 50);
  });

  it('with many writes: reads the older ones again only after an interval', () => {
    const { clock, read } = createFollower();
    const newest = manyTimes.at(-1) ?? 0;
    expect(read(manyTimes)).toBe(NEWEST - VISIBILITY_LAG_MS);
    clock.time = REREAD_INTERVAL_MS - 1;

    expect(read([newest])).toBe(newest - 1_000);
    clock.time = REREAD_INTERVAL_MS;
    expect(read(manyTimes)).toBe(NEWEST - VISIBILITY_LAG_MS);
  });

  it('with many writes: settles nothing by a reading that left the older ones out', () => {
    const { clock, read } = createFollower();
    clock.time = VISIBILITY_LAG_MS - 1;
    read(manyTimes);
    clock.time = VISIBILITY_LAG_MS + 2;
    read([]);
    clock.time = VISIBILITY_LAG_MS + REREAD_INTERVAL_MS;

    expect(read(manyTimes)).toBe(NEWEST - VISIBILITY_LAG_MS);
  });
});
