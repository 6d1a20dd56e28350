/** What the sign-in pages say. The reasons of failed calls come from the store. */
export const AUTH_STRINGS = {
  // Of the specification, letter for letter.
  signIn: 'Sign in',
  createAccount: 'Create Account',
  fullNameRequired: 'Full name is required',
  emailRequired: 'Email is required',
  passwordRequired: 'Password is required',
  // Our own.
  signedOutElsewhere:
    'You were signed out from another device, or by a new password. Sign in, and go on where you were: what you typed is kept.',
  sessionExpired: 'Your session has ended. Sign in, and go on where you were: what you typed is kept.',
  forgotPassword: 'Forgot your password?',
  forgotPasswordHelp: 'Ask whoever runs this site for a link on which you choose a new one.',
} as const;

/** What the page says that a link of the operator leads to. */
export const RESET_STRINGS = {
  title: 'A new password',
  lead: 'You will be signed out everywhere, and sign in again with the new password.',
  label: 'New password',
  send: 'Set the password',
  sending: 'Setting the password…',
  failed: 'The password is not set. Please try again.',
  done: 'Your password is changed. You are signed out everywhere: sign in with the new one.',
  incompleteLink:
    'This link is not whole. Open it exactly as it was given to you, with all that stands behind the #.',
  toLogin: 'Go to sign-in',
} as const;
