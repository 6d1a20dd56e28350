/** UI strings for the profile form. */
export const PROFILE_STRINGS = {
  // From the specification, letter for letter.
  nameRequired: 'Name is required',
  passwordMismatch: 'Passwords do not match',
  saveChanges: 'Save Changes',
  changePassword: 'Change Password',
  logout: 'Logout',

  updated: 'Profile updated!',
  passwordChanged: 'Password changed. Other devices were signed out.',
  differentConfirmation: 'This is different from the new password.',
  currentPasswordHint: "You signed in a while ago. Please confirm it's you.",
  stay: 'Keep editing',
} as const;

/** UI strings for the profile page around the form: links and appearance. */
export const PAGES_STRINGS = {
  title: 'Your things',
  about: 'About Safarnama',
  page: 'Your page',
  pageHint: 'What others see: your name, your photo and your stories.',
  bookmarks: 'Bookmarks',
  bookmarksHint: 'Stories you saved for later.',
  appearance: 'Appearance',
  theme: 'Theme',
  themeHint: 'Light, dark, or match this device.',
} as const;

/** UI strings for the privacy settings and the list of blocked users. */
export const PRIVACY_STRINGS = {
  title: 'Privacy',
  appearOffline: 'Appear offline',
  appearOfflineHint:
    "Others can't see when you're online or typing, or what you've read. You can still see them.",
  loading: 'Loading your privacy settings…',
  loadFailed: "Couldn't load your privacy settings",
  saveFailed: "Couldn't save your choice",
  blockedTitle: 'Blocked people',
  blockedHint: "You can't message each other or see when the other is online.",
  loadingBlocked: 'Loading blocked people…',
  blockedFailed: "Couldn't load blocked people",
  noneBlocked: "You haven't blocked anyone.",
  moreBlocked: 'Show more people',
  unblock: 'Unblock',
  unblockUser: (name: string) => `Unblock ${name}`,
  unblocked: (name: string) => `You can message ${name} again`,
  unblockFailed: "Couldn't unblock. Please try again.",
  tryAgain: 'Try again',
} as const;

/** UI strings for the list of sessions. */
export const SESSION_STRINGS = {
  title: "Where you're signed in",
  lead: "Don't recognise a device? Sign it out and change your password.",
  settings: 'Security',
  link: "Where you're signed in",
  linkHint: 'See the devices signed in to your account, and sign them out.',
  back: 'Your profile',
  thisDevice: 'This device',
  others: 'Other devices',
  isNew: 'New',
  lastUsed: 'Last used',
  now: 'In use now',
  signedIn: 'Signed in',
  signOut: 'Sign out',
  signOutOf: (name: string, signedIn: string) => `Sign out ${name}, signed in ${signedIn}`,
  signedOut: (name: string) => `Signed out ${name}`,
  signOutFailed: "Couldn't sign out. Please try again.",
  signOutOthers: 'Sign out all others',
  confirmTitle: 'Sign out all other devices?',
  confirmText: (count: number) =>
    count === 1
      ? 'One other device will need to sign in again. Unsaved text on it is kept.'
      : `${count} other devices will need to sign in again. Unsaved text on them is kept.`,
  cancelSignOut: 'Cancel',
  othersSignedOut: 'All other devices signed out',
  noOtherSessions: 'No other active sessions',
  loading: 'Loading your devices…',
  loadFailed: "Couldn't load your devices",
  newSignIn: (name: string, ago: string) => `${name} signed in to your account ${ago}.`,
} as const;
