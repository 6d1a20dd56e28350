const MINUTE_MS = 60_000;
const UNITS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

/** Expresses a duration in its largest unit, rounded down; null when it is shorter than a minute. */
export function toLargestUnit(ms: number): { unit: 'day' | 'hour' | 'minute'; count: number } | null {
  const largest = UNITS.find(([, length]) => ms >= length);
  return largest ? { unit: largest[0], count: Math.floor(ms / largest[1]) } : null;
}
