/** Texts of the page that a password reset link opens. */
export const messages = {
  title: 'Set a new password',
  lead: "You'll be signed out everywhere. Sign in again with the new password.",
  label: 'New password',
  send: 'Set password',
  sending: 'Setting password…',
  failed: "Couldn't set the password. Please try again.",
  done: "Your password has been changed and you've been signed out everywhere. Sign in with the new one.",
  mayBeSet:
    'Your earlier attempt may have set the password. Try signing in with it, or ask whoever runs this site for a new link.',
  incompleteLink:
    'This link is incomplete. Open it exactly as you received it, including everything after the #.',
  toLogin: 'Go to sign in',
} as const;
