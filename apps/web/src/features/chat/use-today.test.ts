import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { syncServerClock } from '../../lib/server-clock.ts';
import { useToday } from './use-today.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date(2026, 2, 1, 23, 30));
});

it('useToday: updates all components after midnight, and leaves no timer after they unmount', () => {
  const [first, second] = [renderHook(() => useToday()), renderHook(() => useToday())];
  const days = () => [first, second].map(({ result }) => result.current.getDate());
  expect(days()).toEqual([1, 1]);

  act(() => vi.advanceTimersByTime(29 * 60_000));
  expect(days()).toEqual([1, 1]);
  act(() => vi.advanceTimersByTime(2 * 60_000));
  expect(days()).toEqual([2, 2]);
  act(() => vi.advanceTimersByTime(24 * 60 * 60_000));
  expect(days()).toEqual([3, 3]);
  first.unmount();
  second.unmount();

  expect(vi.getTimerCount()).toBe(0);
});

it('useToday, with a device clock that is an hour behind: follows the clock of the server', () => {
  syncServerClock({ date: new Date(Date.now() + 60 * 60_000).toUTCString() });
  onTestFinished(() => syncServerClock({ date: new Date().toUTCString() }));
  const { result } = renderHook(() => useToday());

  expect(result.current.getDate()).toBe(2);
  act(() => vi.advanceTimersByTime(23.75 * 60 * 60_000));
  expect(result.current.getDate()).toBe(3);
});
