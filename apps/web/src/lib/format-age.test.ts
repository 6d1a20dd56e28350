import { describe, expect, it } from 'vitest';
import { formatAge } from './format-age.ts';

describe('formatAge', () => {
  it.each([
    [30_000, 'just now'],
    [60_000, '1 minute ago'],
    [59 * 60_000, '59 minutes ago'],
    [2.5 * 60 * 60_000, '2 hours ago'],
    [49 * 60 * 60_000, '2 days ago'],
    [-5_000, 'just now'],
  ])('with an age of %i ms: returns %s', (ageMs, text) => {
    const now = Date.parse('2026-11-22T06:00:00Z');

    expect(formatAge(now - ageMs, now)).toBe(text);
  });
});
