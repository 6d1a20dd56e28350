import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { within } from './within.js';

const WAIT_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('within', () => {
  it('with work that ends in time: returns its value and clears the timer', async () => {
    expect(await within(Promise.resolve('value'), WAIT_MS, 'fallback')).toBe('value');

    expect(vi.getTimerCount()).toBe(0);
  });

  it('with work that fails in time: rejects with its error and clears the timer', async () => {
    await expect(within(Promise.reject(new Error('failed')), WAIT_MS, 'fallback')).rejects.toThrow('failed');

    expect(vi.getTimerCount()).toBe(0);
  });

  it('with work that takes longer: returns the fallback', async () => {
    const result = within(new Promise(() => {}), WAIT_MS, 'fallback');

    vi.advanceTimersByTime(WAIT_MS);

    expect(await result).toBe('fallback');
  });
});
