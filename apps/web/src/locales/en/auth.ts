/** Texts of the pages for signing in. Errors of failed requests come from the store. */
export const messages = {
  // From the specification, letter for letter.
  signIn: 'Sign in',
  emailRequired: 'Email is required',
  passwordRequired: 'Password is required',
  introduction: 'Explore India through real stories',

  siteTitle: 'Sign in to Safarnama',
  signUp: 'Sign up',
  newHere: 'New here?',
  email: 'Email',
  password: 'Password',
  signingIn: 'Signing in…',
  signedOutElsewhere:
    'You were signed out from another device or by a password change. Sign in to continue; your text is saved.',
  sessionExpired: 'Your session expired. Sign in to continue; your text is saved.',
  forgotPassword: 'Forgot your password?',
  forgotPasswordHelp: 'Ask whoever runs this site for a reset link.',
  aboutSafarnama: 'About Safarnama',
  read: 'Read what people saw: ghats before dawn, a pass after snow, the tea stall in between.',
  write: 'Write your own, in any script, with a picture and a location.',
  ask: 'Ask the writer: which boat, which bus, which week. Then go.',
} as const;
