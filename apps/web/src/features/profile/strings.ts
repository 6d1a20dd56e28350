/** What the profile page says, letter for letter as specified. */
export const PROFILE_STRINGS = {
  nameRequired: 'Name is required',
  passwordsDiffer: 'Passwords do not match',
  saveChanges: 'Save Changes',
  changePassword: 'Change Password',
  logout: 'Logout',
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
  nobodyBlocked: 'You have blocked nobody.',
  moreBlocked: 'Show more people',
  unblock: 'Unblock',
  unblockPerson: (name: string) => `Unblock ${name}`,
  unblocked: (name: string) => `You can write to ${name} again`,
  unblockFailed: 'Not unblocked. Please try again.',
  tryAgain: 'Try again',
} as const;
