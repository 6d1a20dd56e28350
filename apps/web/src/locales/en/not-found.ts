export const messages = {
  title: 'Page not found',
  heading: 'The road ends here',
  text: 'There is no page at this address.',
  toHome: 'Back to home',
} as const;
