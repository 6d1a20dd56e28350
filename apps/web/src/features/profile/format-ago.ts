import { getLocale } from '../../i18n/language.ts';
import { toLargestUnit } from '../../lib/largest-unit.ts';
import { SESSION_STRINGS } from './session-strings.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * The time since a date: 'just now', '5 minutes ago', 'yesterday', '3 days ago'. From 24 hours on, days are those of
 * the calendar. Empty for an invalid date.
 */
export function formatAgo(isoDate: string, now: number): string {
  const ms = now - Date.parse(isoDate);
  if (Number.isNaN(ms)) return '';
  const elapsed = toLargestUnit(ms);
  // Also for dates in the future: the server's clock is known to the second only.
  if (!elapsed) return SESSION_STRINGS.justNow;
  const count = elapsed.unit === 'day' ? countDays(isoDate, now) : elapsed.count;
  return new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' }).format(-count, elapsed.unit);
}

/** Days between two dates of the calendar in the viewer's time zone. */
function countDays(from: string, to: number): number {
  const startOfDay = (date: string | number) => new Date(date).setHours(0, 0, 0, 0);
  // Days in which the clocks change have another length.
  return Math.round((startOfDay(to) - startOfDay(from)) / DAY_MS);
}
