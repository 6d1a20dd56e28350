import { describe, expect, it } from 'vitest';
import { applyLanguage } from '../i18n/language.ts';
import { formatMessageTime, formatPostDate } from './format-date.ts';

describe('formatPostDate', () => {
  it('with a late hour: keeps the day of the first 10 characters in every time zone', () => {
    expect(formatPostDate('2026-01-05T23:59:59.999Z')).toBe('Jan 5, 2026');
    expect(formatPostDate('2025-12-31T00:00:00.000Z')).toBe('Dec 31, 2025');
  });

  it('in Hindi: writes the day first and the name of the month in full', () => {
    applyLanguage('hi');

    expect(formatPostDate('2026-01-05T23:59:59.999Z')).toBe('5 जनवरी 2026');
  });

  it('with an invalid date: returns an empty string', () => {
    expect(formatPostDate('')).toBe('');
    expect(formatMessageTime('soon')).toBe('');
  });
});

describe('formatMessageTime', () => {
  it('with a date: returns short month, day, year, hour and minute', () => {
    const local = new Date(2026, 2, 1, 9, 5).toISOString();

    expect(formatMessageTime(local).replaceAll(/\s/g, ' ')).toBe('Mar 1, 2026, 9:05 AM');
  });
});
