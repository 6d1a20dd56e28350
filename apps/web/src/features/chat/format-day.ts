const LOCALE = 'en-US';
const weekdayAndDate = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', month: 'long', day: 'numeric' });
const weekdayAndDateWithYear = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});
const timeOfDay = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' });
const shortDate = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' });
const shortDateWithYear = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** 'Today' or 'Yesterday'; null for any other day. */
function relativeDay(date: Date, now: Date): 'Today' | 'Yesterday' | null {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return 'Today';
  return date.toDateString() === yesterday.toDateString() ? 'Yesterday' : null;
}

/** Key of the calendar day in the viewer's time zone. */
export function dayKey(isoDate: string): string {
  return new Date(isoDate).toDateString();
}

/**
 * Label of a day separator: 'Today', 'Yesterday', otherwise weekday, month and day, with the year unless it is the
 * current one. Empty for an invalid date.
 */
export function formatDay(isoDate: string, now: Date = new Date()): string {
  const date = new Date(isoDate);
  if (Number.isNaN(date.getTime())) return '';
  const relative = relativeDay(date, now);
  if (relative !== null) return relative;
  return (date.getFullYear() === now.getFullYear() ? weekdayAndDate : weekdayAndDateWithYear).format(date);
}

/**
 * Short timestamp for the contact list: the time of day for today, 'Yesterday', otherwise the date. Empty for an
 * invalid date.
 */
export function formatListTime(isoDate: string, now: Date = new Date()): string {
  const date = new Date(isoDate);
  if (Number.isNaN(date.getTime())) return '';
  const relative = relativeDay(date, now);
  if (relative === 'Today') return timeOfDay.format(date);
  if (relative !== null) return relative;
  return (date.getFullYear() === now.getFullYear() ? shortDate : shortDateWithYear).format(date);
}
