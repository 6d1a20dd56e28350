import { toLargestUnit } from '../../lib/largest-unit.ts';

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** The time since a date: 'just now', '5 minutes ago', 'yesterday', '3 days ago'. Empty for an invalid date. */
export function formatAgo(isoDate: string, now: number): string {
  const ms = now - Date.parse(isoDate);
  if (Number.isNaN(ms)) return '';
  const elapsed = toLargestUnit(ms);
  // Dates in the future too, which occur when this device's clock is behind the server's.
  return elapsed ? relative.format(-elapsed.count, elapsed.unit) : 'just now';
}
