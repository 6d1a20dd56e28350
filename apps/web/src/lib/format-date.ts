import type { Language } from '@safarnama/contracts';
import { getDateLocale, getLanguage } from '../i18n/language.ts';

/** @returns how months are written: readers of Indian languages rarely see abbreviations. */
export function monthStyle(language: Language): 'short' | 'long' {
  return language === 'en' ? 'short' : 'long';
}

/**
 * Creates a format on its first use after a change of the language, because creating one is slow.
 *
 * @returns a function that returns the format of the current language.
 */
export function createPerLanguage(create: (locale: string, language: Language) => Intl.DateTimeFormat) {
  let created: { language: Language; format: Intl.DateTimeFormat } | undefined;
  return () => {
    const language = getLanguage();
    if (created?.language !== language) created = { language, format: create(getDateLocale(), language) };
    return created.format;
  };
}

const getPostDateFormat = createPerLanguage(
  (locale, language) =>
    new Intl.DateTimeFormat(locale, {
      month: monthStyle(language),
      day: 'numeric',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);
const getMessageTimeFormat = createPerLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
);

/**
 * Formats the date of a story: 'Nov 21, 2026'. Uses the first 10 characters of the ISO date, so that readers in every
 * time zone see the same day. Empty for an invalid date.
 */
export function formatPostDate(isoDate: string): string {
  return formatOrEmpty(getPostDateFormat(), new Date(isoDate.slice(0, 10)));
}

/** Formats the time of a message in the viewer's time zone: 'Nov 21, 2026, 9:05 AM'. Empty for an invalid date. */
export function formatMessageTime(isoDate: string): string {
  return formatOrEmpty(getMessageTimeFormat(), new Date(isoDate));
}

function formatOrEmpty(format: Intl.DateTimeFormat, date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
}

/** Names the viewer's time zone at a date: 'India Standard Time', or with `shortOffset` 'GMT+5:30'. */
export function timeZoneName(date: Date, style: 'long' | 'shortOffset'): string {
  const parts = new Intl.DateTimeFormat(getDateLocale(), { timeZoneName: style }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Like `formatMessageTime`, with the time zone. */
export function formatZonedTime(isoDate: string): string {
  return `${formatMessageTime(isoDate)}, ${timeZoneName(new Date(isoDate), 'long')}`;
}
