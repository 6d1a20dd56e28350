/** What the sign-in pages say, letter for letter as specified. The reasons of failed calls come from the store. */
export const AUTH_STRINGS = {
  signIn: 'Sign in',
  createAccount: 'Create Account',
  fullNameRequired: 'Full name is required',
  emailRequired: 'Email is required',
  passwordRequired: 'Password is required',
} as const;
