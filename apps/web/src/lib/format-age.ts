import { toLargestUnit } from './largest-unit.ts';

/** Formats the age of a draft: 'just now', '5 minutes old', '2 hours old'. */
export function formatAge(time: number, now = Date.now()): string {
  const age = toLargestUnit(now - time);
  return age ? `${age.count} ${age.unit}${age.count === 1 ? '' : 's'} old` : 'just now';
}

/** Formats the time in which something can still be done: '7 minutes left', 'Less than a minute left'. */
export function formatTimeLeft(ms: number): string {
  const left = toLargestUnit(ms);
  return left ? `${left.count} ${left.unit}${left.count === 1 ? '' : 's'} left` : 'Less than a minute left';
}
