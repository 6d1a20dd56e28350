/** UI strings for the sign-in pages. Errors of failed requests come from the store. */
export const AUTH_STRINGS = {
  // From the specification, letter for letter.
  signIn: 'Sign in',
  createAccount: 'Create Account',
  fullNameRequired: 'Full name is required',
  emailRequired: 'Email is required',
  passwordRequired: 'Password is required',

  signInInstead: 'Sign in with this email',
  signedOutElsewhere:
    'You were signed out from another device or by a password change. Sign in to continue; your text is saved.',
  sessionExpired: 'Your session expired. Sign in to continue; your text is saved.',
  forgotPassword: 'Forgot your password?',
  forgotPasswordHelp: 'Ask whoever runs this site for a reset link.',
} as const;

/** UI strings for the page that a password reset link opens. */
export const RESET_STRINGS = {
  title: 'Set a new password',
  lead: "You'll be signed out everywhere. Sign in again with the new password.",
  label: 'New password',
  send: 'Set password',
  sending: 'Setting password…',
  failed: "Couldn't set the password. Please try again.",
  done: "Your password has been changed and you've been signed out everywhere. Sign in with the new one.",
  incompleteLink:
    'This link is incomplete. Open it exactly as you received it, including everything after the #.',
  toLogin: 'Go to sign in',
} as const;
