export const messages = {
  justNow: 'just now',
  ago: {
    minute: '{count, plural, one {# minute ago} other {# minutes ago}}',
    hour: '{count, plural, one {# hour ago} other {# hours ago}}',
    day: '{count, plural, one {# day ago} other {# days ago}}',
  },
  lessThanMinuteLeft: 'Less than a minute left',
  left: {
    minute: '{count, plural, one {# minute left} other {# minutes left}}',
    hour: '{count, plural, one {# hour left} other {# hours left}}',
    day: '{count, plural, one {# day left} other {# days left}}',
  },
} as const;
