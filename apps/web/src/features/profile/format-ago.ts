import { getLocale } from '../../i18n/language.ts';
import { toLargestUnit } from '../../lib/largest-unit.ts';
import { SESSION_STRINGS } from './session-strings.ts';

/** The time since a date: 'just now', '5 minutes ago', 'yesterday', '3 days ago'. Empty for an invalid date. */
export function formatAgo(isoDate: string, now: number): string {
  const ms = now - Date.parse(isoDate);
  if (Number.isNaN(ms)) return '';
  const elapsed = toLargestUnit(ms);
  // Also for dates in the future, which occur when this device's clock is behind the server's.
  if (!elapsed) return SESSION_STRINGS.justNow;
  return new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' }).format(-elapsed.count, elapsed.unit);
}
