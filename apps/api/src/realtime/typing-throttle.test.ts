import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTypingThrottle } from './typing-throttle.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createTypingThrottle', () => {
  it('with many events: allows one per pair and interval, and leaves no timer', () => {
    const throttle = createTypingThrottle(1_000);

    const allowed: string[] = [];
    for (let ms = 0; ms < 3_000; ms += 100) {
      if (throttle.allow('asha', 'ravi')) allowed.push(`asha ${ms}`);
      if (ms === 500 && throttle.allow('ravi', 'asha')) allowed.push(`ravi ${ms}`);
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(1_000);

    expect(allowed).toEqual(['asha 0', 'ravi 500', 'asha 1000', 'asha 2000']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
