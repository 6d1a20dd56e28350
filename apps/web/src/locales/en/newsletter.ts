export const messages = {
  title: 'Newsletter',
  text: 'Not out yet. Leave your email to join the list.',
  email: 'Your email',
  subscribe: 'Subscribe',
  invalidEmail: 'Please enter a valid email address',
  // From the specification, letter for letter.
  thanks: 'Thank You for your Subscription 🎊',
} as const;
