import type { DraftClock } from '../stores/story-draft/draft-clock.ts';

/** A clock that stands still until the test advances it. */
export function createClock() {
  let time = Date.parse('2026-11-22T06:00:00Z');
  const calls = new Map<() => void, number>();
  const clock: DraftClock = {
    now: () => time,
    after(delayMs, call) {
      // Wrapped, so that a function scheduled twice is called twice.
      const scheduled = () => call();
      calls.set(scheduled, time + delayMs);
      return () => calls.delete(scheduled);
    },
  };
  return {
    clock,
    advance(ms: number) {
      const end = time + ms;
      for (;;) {
        const [next] = [...calls].filter(([, due]) => due <= end).sort((a, b) => a[1] - b[1]);
        if (!next) break;
        const [call, due] = next;
        time = Math.max(time, due);
        calls.delete(call);
        call();
      }
      time = end;
    },
  };
}
