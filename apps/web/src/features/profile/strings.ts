/** What the profile page says, letter for letter as specified. */
export const PROFILE_STRINGS = {
  nameRequired: 'Name is required',
  passwordMismatch: 'Passwords do not match',
  saveChanges: 'Save Changes',
  changePassword: 'Change Password',
  logout: 'Logout',
} as const;

/** The ways from the profile to what is one's own, and what the device keeps. */
export const PAGES_STRINGS = {
  title: 'Yours',
  about: 'About this place',
  page: 'Your page',
  pageHint: 'What others see of you: your name, your photo and your stories.',
  bookmarks: 'Bookmarks',
  bookmarksHint: 'The stories you keep for later.',
  appearance: 'Appearance',
  theme: 'Colours',
  themeHint: 'Light, dark, or as this device has it.',
} as const;

/** What others may know of one, and whom one has blocked. */
export const PRIVACY_STRINGS = {
  title: 'Privacy',
  appearOffline: 'Appear offline',
  appearOfflineHint:
    'Nobody sees that you are online, that you are writing, or what you have read. You still see others.',
  loading: 'Loading your privacy…',
  loadFailed: 'Your privacy choices could not be loaded',
  saveFailed: 'Your choice could not be saved',
  blockedTitle: 'Blocked people',
  blockedHint: 'They cannot write to you, nor you to them, and neither sees when the other is online.',
  loadingBlocked: 'Loading blocked people…',
  blockedFailed: 'Blocked people could not be loaded',
  noneBlocked: 'You have blocked nobody.',
  moreBlocked: 'Show more people',
  unblock: 'Unblock',
  unblockUser: (name: string) => `Unblock ${name}`,
  unblocked: (name: string) => `You can write to ${name} again`,
  unblockFailed: 'Not unblocked. Please try again.',
  tryAgain: 'Try again',
} as const;

/** Where one is signed in. */
export const SESSION_STRINGS = {
  title: 'Where you are signed in',
  lead: 'Do you not know one of these? Sign it out, and change your password.',
  settings: 'Security',
  link: 'Where you are signed in',
  linkHint: 'See the devices that are signed in to your account, and sign them out.',
  back: 'Your profile',
  thisDevice: 'This device',
  others: 'Other devices',
  isNew: 'New',
  lastUsed: 'Last used',
  now: 'In use now',
  signedIn: 'Signed in',
  signOut: 'Sign out',
  signOutOf: (name: string, signedIn: string) => `Sign out ${name}, signed in ${signedIn}`,
  signedOut: (name: string) => `Signed out: ${name}`,
  signOutFailed: 'Not signed out. Please try again.',
  signOutOthers: 'Sign out all others',
  confirmTitle: 'Sign out all other devices?',
  confirmText: (count: number) =>
    count === 1
      ? 'One other device has to sign in again. What is being written there is kept on it.'
      : `${count} other devices have to sign in again. What is being written there is kept on them.`,
  cancelSignOut: 'Keep them',
  othersSignedOut: 'All other devices are signed out',
  noOtherSessions: 'You are signed in nowhere else.',
  loading: 'Loading where you are signed in…',
  loadFailed: 'Where you are signed in could not be loaded',
  newSignIn: (name: string, ago: string) => `${name} signed in to your account ${ago}.`,
  review: 'Was that you?',
  dismiss: 'Dismiss',
} as const;
