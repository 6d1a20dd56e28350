const MINUTE_MS = 60_000;
const UNITS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** The time since a date: 'just now', '5 minutes ago', 'yesterday', '3 days ago'. Empty for an invalid date. */
export function formatAgo(isoDate: string, now: number): string {
  const ms = now - Date.parse(isoDate);
  if (Number.isNaN(ms)) return '';
  const [unit, size] = UNITS.find(([, length]) => ms >= length) ?? ['minute', MINUTE_MS];
  // Includes dates in the future, which occur when this device's clock is behind the server's.
  return ms < MINUTE_MS ? 'just now' : relative.format(-Math.floor(ms / size), unit);
}
