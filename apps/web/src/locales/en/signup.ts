/** Texts of the page for signing up, in addition to those of the page for signing in. */
export const messages = {
  // From the specification, letter for letter.
  createAccount: 'Create Account',
  fullNameRequired: 'Full name is required',
  invalidEmail: 'Please enter a valid email address',
  passwordTooShort: 'Password must be at least {min} characters',

  signUpTitle: 'Begin your journal',
  haveAccount: 'Have an account?',
  fullName: 'Full name',
  creatingAccount: 'Creating your account…',
  signInInstead: 'Sign in with this email',
} as const;
