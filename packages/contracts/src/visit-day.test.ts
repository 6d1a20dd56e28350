import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FIRST_VISIT_DAY, isVisitDay, lastVisitDay } from './visit-day.js';

describe('isVisitDay', () => {
  it.each(['2024-03-12', '2024-02-29', FIRST_VISIT_DAY, lastVisitDay()])('%s: is valid', (day) => {
    expect(isVisitDay(day)).toBe(true);
  });

  it.each([
    '',
    'yesterday',
    '2024-3-12',
    '2024-13-01',
    '2024-02-30',
    '2023-02-29',
    '2024-03-12T10:00',
    '1899-12-31',
    '0000-00-00',
    '+012024-01-01',
    '9999-12-31',
  ])('%j: is not valid', (day) => {
    expect(isVisitDay(day)).toBe(false);
  });

  it('tomorrow in UTC: is valid once it has begun somewhere', () => {
    vi.useFakeTimers({ now: new Date('2024-03-12T12:00:00Z') });
    onTestFinished(() => {
      vi.useRealTimers();
    });

    expect(isVisitDay('2024-03-13')).toBe(true);
    expect(isVisitDay('2024-03-14')).toBe(false);
  });
});
