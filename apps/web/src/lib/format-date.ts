const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * The date of a story, 'Mon D, YYYY', from the first 10 characters of an ISO date: the same day for every reader,
 * wherever they are. Empty when it is not a date.
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

/** When a message was sent, in the reader's time zone: 'Nov 21, 2026, 9:05 AM'. Empty when it is not a date. */
export function formatMessageTime(isoDate: string): string {
  const date = new Date(isoDate);
  return Number.isNaN(date.getTime()) ? '' : messageTime.format(date);
}
