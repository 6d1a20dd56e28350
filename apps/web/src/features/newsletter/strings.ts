/** What the newsletter box answers, letter for letter as specified. */
export const NEWSLETTER_STRINGS = {
  thanks: 'Thank You for your Subscription 🎊',
  invalidEmail: 'Please enter a valid email address',
} as const;
