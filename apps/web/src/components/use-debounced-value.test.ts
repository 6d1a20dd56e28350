import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useDebouncedValue } from './use-debounced-value.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

describe('useDebouncedValue', () => {
  it('with a value that changes on each keystroke: changes once, after the pause', () => {
    const { result, rerender } = renderHook(({ value }) => useDebouncedValue(value), {
      initialProps: { value: '' },
    });
    const values = new Set<string>();
    for (const value of ['3 left', '2 left', '1 left']) {
      rerender({ value });
      act(() => vi.advanceTimersByTime(900));
      values.add(result.current);
    }
    expect([...values]).toEqual(['']);

    act(() => vi.advanceTimersByTime(100));

    expect(result.current).toBe('1 left');
  });
});
