import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTypingGate } from './typing-gate.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createTypingGate', () => {
  it('with many events: lets one pass per pair and interval, and leaves no timer', () => {
    const gate = createTypingGate(1_000);

    const passed: string[] = [];
    for (let ms = 0; ms < 3_000; ms += 100) {
      if (gate.passes('asha', 'ravi')) passed.push(`asha ${ms}`);
      if (ms === 500 && gate.passes('ravi', 'asha')) passed.push(`ravi ${ms}`);
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(1_000);

    expect(passed).toEqual(['asha 0', 'ravi 500', 'asha 1000', 'asha 2000']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
