/** What is said of a new password. It is advice: none of it refuses anything. */
export const PASSWORD_STRINGS = {
  rule: (minLength: number) => `At least ${minLength} characters, in any script.`,
  levels: [
    'Very easy to guess.',
    'Easy to guess. Three or four words that do not belong together are better.',
    'Could be harder to guess: one more word does it.',
    'Hard to guess.',
  ],
  causes: {
    common: 'It is one of the 10,000 most common passwords, which are tried first.',
    personal: 'Your name, your address or the name of this site is in it.',
    repeat: 'It repeats itself.',
    row: 'It goes along a row of letters, numbers or keys.',
    date: 'There is a date or a year in it.',
  },
} as const;
