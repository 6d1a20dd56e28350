/** UI strings for the newsletter box, verbatim from the specification. */
export const NEWSLETTER_STRINGS = {
  thanks: 'Thank You for your Subscription 🎊',
} as const;
