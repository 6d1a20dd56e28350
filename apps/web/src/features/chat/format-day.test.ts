import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../i18n/strings.ts';
import { formatDay, formatListTime } from './format-day.ts';

const now = new Date(2026, 2, 1, 0, 30);
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();

describe('formatDay', () => {
  it('today and yesterday: return their names, even across months', () => {
    expect(formatDay(at(2026, 2, 1, 0, 5), now)).toBe('Today');
    expect(formatDay(at(2026, 1, 28, 23, 59), now)).toBe('Yesterday');
  });

  it('other days: return weekday and date, with the year if it differs', () => {
    expect(formatDay(at(2026, 1, 27), now)).toBe('Friday, February 27');
    expect(formatDay(at(2025, 11, 31), now)).toBe('Wednesday, December 31, 2025');
  });

  it('an invalid date: returns an empty string', () => {
    expect(formatDay('soon', now)).toBe('');
    expect(formatListTime('soon', now)).toBe('');
  });
});

describe('formatListTime', () => {
  it('yesterday: returns its name', () => {
    expect(formatListTime(at(2026, 1, 28, 23, 59), now)).toBe('Yesterday');
  });

  it('today: returns the time; earlier days: return the date', () => {
    expect(formatListTime(at(2026, 2, 1, 0, 5), now).replaceAll(/\s/g, ' ')).toBe('12:05 AM');
    expect(formatListTime(at(2026, 1, 3), now)).toBe('Feb 3');
    expect(formatListTime(at(2025, 1, 3), now)).toBe('Feb 3, 2025');
  });
});

describe('formatDay and formatListTime, in Hindi', () => {
  it('days and times: are formatted as Hindi readers expect', async () => {
    await setLanguage('hi');

    expect(formatDay(at(2026, 1, 28, 23, 59), now)).toBe('कल');
    expect(formatDay(at(2026, 1, 27), now)).toBe('शुक्रवार, 27 फ़रवरी');
    expect(formatListTime(at(2025, 1, 3), now)).toBe('3 फ़रवरी 2025');
    expect(formatListTime(at(2026, 2, 1, 0, 5), now).replaceAll(/\s/g, ' ')).toBe('12:05 am');
  });
});
