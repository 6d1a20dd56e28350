import { describe, expect, it } from 'vitest';
import { formatAgo } from './format-ago.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

describe('formatAgo', () => {
  it.each([
    ['2026-11-21T11:59:31.000Z', 'just now'],
    ['2026-11-21T12:03:00.000Z', 'just now'],
    ['2026-11-21T11:59:00.000Z', '1 minute ago'],
    ['2026-11-21T11:00:01.000Z', '59 minutes ago'],
    ['2026-11-21T10:30:00.000Z', '1 hour ago'],
    ['2026-11-20T12:30:00.000Z', '23 hours ago'],
    ['2026-11-20T11:00:00.000Z', 'yesterday'],
    // 47 hours, and the day before yesterday.
    ['2026-11-19T13:00:00.000Z', '2 days ago'],
    ['2026-11-15T12:00:00.000Z', '6 days ago'],
    ['not a date', ''],
  ])('with %s: returns %j', (date, expected) => {
    expect(formatAgo(date, NOW)).toBe(expected);
  });
});
