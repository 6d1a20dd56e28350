const AGE_UNITS = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const;

/** Formats the age of a draft: 'just now', '5 minutes old', '2 hours old'. */
export function formatAge(time: number, now = Date.now()): string {
  for (const [unit, unitMs] of AGE_UNITS) {
    const count = Math.floor((now - time) / unitMs);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} old`;
  }
  return 'just now';
}
