import type { Language } from '@safarnama/contracts';
import { createLocalFormat, monthStyle } from '../../lib/format-date.ts';
import { CHAT_STRINGS } from './strings.ts';

const formatLongDate = createDateFormatter(() => ({ weekday: 'long', month: 'long', day: 'numeric' }));
const formatShortDate = createDateFormatter((language) => ({ month: monthStyle(language), day: 'numeric' }));
const getTimeFormat = createLocalFormat(
  (locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }),
);

/** @returns a function that formats a date, with the year unless it is the year of `now`. */
function createDateFormatter(getOptions: (language: Language) => Intl.DateTimeFormatOptions) {
  const getFormat = createLocalFormat(
    (locale, language) => new Intl.DateTimeFormat(locale, getOptions(language)),
  );
  const getFormatWithYear = createLocalFormat(
    (locale, language) => new Intl.DateTimeFormat(locale, { ...getOptions(language), year: 'numeric' }),
  );
  return (date: Date, now: Date) =>
    (date.getFullYear() === now.getFullYear() ? getFormat() : getFormatWithYear()).format(date);
}

/** Returns null for any other day. */
function relativeDay(date: Date, now: Date): 'today' | 'yesterday' | null {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return 'today';
  return date.toDateString() === yesterday.toDateString() ? 'yesterday' : null;
}

/**
 * Label of a day separator: 'Today', 'Yesterday', otherwise weekday, month and day, with the year unless it is the
 * current one. Empty for an invalid date.
 */
export function formatDay(isoDate: string, now: Date): string {
  const date = new Date(isoDate);
  if (Number.isNaN(date.getTime())) return '';
  const relative = relativeDay(date, now);
  return relative === null ? formatLongDate(date, now) : CHAT_STRINGS[relative];
}

/**
 * Short timestamp for the contact list: the time of day for today, 'Yesterday', otherwise the date. Empty for an
 * invalid date.
 */
export function formatListTime(isoDate: string, now: Date): string {
  const date = new Date(isoDate);
  if (Number.isNaN(date.getTime())) return '';
  const relative = relativeDay(date, now);
  if (relative === 'today') return getTimeFormat().format(date);
  return relative === null ? formatShortDate(date, now) : CHAT_STRINGS[relative];
}
