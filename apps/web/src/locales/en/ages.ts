export const messages = {
  justNow: 'just now',
  old: {
    minute: '{count, plural, one {# minute old} other {# minutes old}}',
    hour: '{count, plural, one {# hour old} other {# hours old}}',
    day: '{count, plural, one {# day old} other {# days old}}',
  },
  lessThanMinuteLeft: 'Less than a minute left',
  left: {
    minute: '{count, plural, one {# minute left} other {# minutes left}}',
    hour: '{count, plural, one {# hour left} other {# hours left}}',
    day: '{count, plural, one {# day left} other {# days left}}',
  },
} as const;
