const LOCALE = 'en-US';
const weekdayAndDate = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', month: 'long', day: 'numeric' });
const fullDate = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});
const timeOfDay = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' });
const shortDate = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' });
const shortDateOfYear = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year: 'numeric' });

/** A key of the reader's own calendar day, the same for all moments of it. */
export function dayKey(isoDate: string): string {
  return new Date(isoDate).toDateString();
}

/**
 * The day that stands above its messages: 'Today', 'Yesterday', else weekday, month and day, with the year when it
 * is another one. Empty when it is not a date.
 */
export function formatDay(isoDate: string, now: Date = new Date()): string {
  const date = new Date(isoDate);
  if (Number.isNaN(date.getTime())) return '';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return 'Today';
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return (date.getFullYear() === now.getFullYear() ? weekdayAndDate : fullDate).format(date);
}

/** When somebody wrote last, as short as a list wants it: the time of today, else the date. */
export function formatListTime(isoDate: string, now: Date = new Date()): string {
  const date = new Date(isoDate);
  if (Number.isNaN(date.getTime())) return '';
  if (date.toDateString() === now.toDateString()) return timeOfDay.format(date);
  return (date.getFullYear() === now.getFullYear() ? shortDate : shortDateOfYear).format(date);
}
