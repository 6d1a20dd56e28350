/** Counters of fields near or over their limit. */
export const messages = {
  left: '{count, plural, one {# character} other {# characters}} left',
  tooLong: '{count, plural, one {# character} other {# characters}} too long (limit {limit, number})',
} as const;
