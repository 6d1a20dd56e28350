import { getDateLocale } from '../../../i18n/language.ts';
import { MESSAGE_TIME } from '../../../lib/format-date.ts';

/** Names the viewer's time zone at a date: 'India Standard Time', or with `shortOffset` 'GMT+5:30'. */
export function timeZoneName(date: Date, style: 'long' | 'shortOffset'): string {
  const parts = new Intl.DateTimeFormat(getDateLocale(), { timeZoneName: style }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Like `formatMessageTime`, with the time zone. */
export function formatZonedTime(isoDate: string): string {
  const date = new Date(isoDate);
  // A format of its own: both parts must be in the same zone.
  const time = new Intl.DateTimeFormat(getDateLocale(), MESSAGE_TIME).format(date);
  return `${time}, ${timeZoneName(date, 'long')}`;
}
