import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatMessageTime } from '../../../lib/format-date.ts';
import { formatZonedTime } from './zoned-time.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const TIME = '2026-03-01T03:30:00.000Z';
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('formatZonedTime', () => {
  it('after a change of the time zone: returns the time in the new zone, with its name', () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    expect(plain(formatZonedTime(TIME))).toBe('Mar 1, 2026, 9:00 AM, India Standard Time');

    vi.stubEnv('TZ', 'Asia/Tokyo');

    expect(plain(formatZonedTime(TIME))).toBe('Mar 1, 2026, 12:30 PM, Japan Standard Time');
    expect(plain(formatMessageTime(TIME))).toBe('Mar 1, 2026, 12:30 PM');
  });

  it('after a change to a zone that differs in summer only: returns the time in the new zone', () => {
    const offsets = ['Europe/London', 'Africa/Abidjan'].map((zone) => {
      vi.stubEnv('TZ', zone);
      return plain(formatZonedTime('2026-07-01T09:00:00.000Z'));
    });

    expect(offsets).toEqual([
      'Jul 1, 2026, 10:00 AM, British Summer Time',
      'Jul 1, 2026, 9:00 AM, Greenwich Mean Time',
    ]);
  });
});
