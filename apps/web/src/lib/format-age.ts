import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/ages.ts';
import { toLargestUnit } from './largest-unit.ts';
import { serverNow } from './server-clock.ts';

const AGE_STRINGS = createStrings('ages', messages);

/** Formats how long ago a draft was changed: 'just now', '5 minutes ago', '2 hours ago'. */
export function formatAge(time: number, now = serverNow()): string {
  const age = toLargestUnit(now - time);
  return age ? AGE_STRINGS.ago[age.unit]({ count: age.count }) : AGE_STRINGS.justNow;
}

/** Formats the time until a deadline: '7 minutes left', 'Less than a minute left'. */
export function formatTimeLeft(ms: number): string {
  const left = toLargestUnit(ms);
  return left ? AGE_STRINGS.left[left.unit]({ count: left.count }) : AGE_STRINGS.lessThanMinuteLeft;
}
