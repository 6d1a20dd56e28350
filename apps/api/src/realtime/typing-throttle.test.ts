import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTypingThrottle } from './typing-throttle.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createTypingThrottle', () => {
  it('with many events: allows one per pair and interval', () => {
    const throttle = createTypingThrottle(1_000);

    const allowed: string[] = [];
    for (let ms = 0; ms < 3_000; ms += 100) {
      if (throttle.allow('asha', 'ravi')) allowed.push(`asha ${ms}`);
      if (ms === 500 && throttle.allow('ravi', 'asha')) allowed.push(`ravi ${ms}`);
      vi.advanceTimersByTime(100);
    }

    expect(allowed).toEqual(['asha 0', 'ravi 500', 'asha 1000', 'asha 2000']);
  });
});
