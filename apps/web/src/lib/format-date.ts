import type { Language } from '@safarnama/contracts';
import { getDateLocale, getLanguage } from '../i18n/language.ts';

/** @returns how months are written: readers of Indian languages rarely see abbreviations. */
export function monthStyle(language: Language): 'short' | 'long' {
  return language === 'en' ? 'short' : 'long';
}

/** How a time is written, with its day: 'Nov 21, 2026, 9:05 AM'. */
export const MESSAGE_TIME: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};

/**
 * Creates a format on its first use after a change of the language or of the time zone, which it would not follow.
 * Creating one for each use would be slow.
 *
 * @returns a function that returns the format of the current language and time zone.
 */
export function createLocalFormat(create: (locale: string, language: Language) => Intl.DateTimeFormat) {
  let created: { key: string; format: Intl.DateTimeFormat } | undefined;
  return () => {
    const language = getLanguage();
    const key = language + new Date().getTimezoneOffset();
    if (created?.key !== key) created = { key, format: create(getDateLocale(), language) };
    return created.format;
  };
}

const getPostDateFormat = createLocalFormat(
  (locale, language) =>
    new Intl.DateTimeFormat(locale, {
      month: monthStyle(language),
      day: 'numeric',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);
const getMessageTimeFormat = createLocalFormat((locale) => new Intl.DateTimeFormat(locale, MESSAGE_TIME));

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
