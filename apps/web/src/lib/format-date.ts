const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Formats the date of a story as 'Mon D, YYYY'. Uses the first 10 characters of the ISO date, so that readers in every
 * time zone see the same day. Empty for an invalid date.
 */
export function formatPostDate(isoDate: string): string {
  const [year, month, day] = isoDate.slice(0, 10).split('-');
  const monthName = MONTHS[Number(month) - 1];
  return monthName === undefined || day === undefined ? '' : `${monthName} ${Number(day)}, ${year}`;
}

const messageTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** Formats the time of a message in the viewer's time zone: 'Nov 21, 2026, 9:05 AM'. Empty for an invalid date. */
export function formatMessageTime(isoDate: string): string {
  const date = new Date(isoDate);
  return Number.isNaN(date.getTime()) ? '' : messageTime.format(date);
}

/** Names the viewer's time zone at a date: 'India Standard Time', or with `shortOffset` 'GMT+5:30'. */
export function timeZoneName(date: Date, style: 'long' | 'shortOffset'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: style }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** As `formatMessageTime`, with the time zone. */
export function formatZonedTime(isoDate: string): string {
  return `${formatMessageTime(isoDate)}, ${timeZoneName(new Date(isoDate), 'long')}`;
}
