import { describe, expect, it } from 'vitest';
import { dayKey, formatDay, formatListTime } from './format-day.ts';

const now = new Date(2026, 2, 1, 0, 30);
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();

describe('formatDay', () => {
  it('near days: are told by their word, also over the end of a month', () => {
    expect(formatDay(at(2026, 2, 1, 0, 5), now)).toBe('Today');
    expect(formatDay(at(2026, 1, 28, 23, 59), now)).toBe('Yesterday');
  });

  it('other days: weekday and date, with the year when it is another one', () => {
    expect(formatDay(at(2026, 1, 27), now)).toBe('Friday, February 27');
    expect(formatDay(at(2025, 11, 31), now)).toBe('Wednesday, December 31, 2025');
  });

  it('no date: nothing', () => {
    expect(formatDay('soon', now)).toBe('');
    expect(formatListTime('soon', now)).toBe('');
  });
});

describe('formatWhen', () => {
  it('the time of today, else the date', () => {
    expect(formatListTime(at(2026, 2, 1, 0, 5), now).replaceAll(/\s/g, ' ')).toBe('12:05 AM');
    expect(formatListTime(at(2026, 1, 3), now)).toBe('Feb 3');
    expect(formatListTime(at(2025, 1, 3), now)).toBe('Feb 3, 2025');
  });
});

describe('dayKey', () => {
  it('two moments: share it when they are of one day of the reader', () => {
    expect(dayKey(at(2026, 1, 3, 0, 0))).toBe(dayKey(at(2026, 1, 3, 23, 59)));
    expect(dayKey(at(2026, 1, 3))).not.toBe(dayKey(at(2026, 1, 4)));
  });
});
