/** What the sign-in pages say. The reasons of failed calls come from the store. */
export const AUTH_STRINGS = {
  // Of the specification, letter for letter.
  signIn: 'Sign in',
  createAccount: 'Create Account',
  fullNameRequired: 'Full name is required',
  emailRequired: 'Email is required',
  passwordRequired: 'Password is required',
  // Our own.
  sessionEnded: 'Your session has ended. Sign in, and go on where you were: what you typed is kept.',
} as const;
