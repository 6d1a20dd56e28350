/** What the profile page says, letter for letter as specified. */
export const PROFILE_STRINGS = {
  nameRequired: 'Name is required',
  passwordsDiffer: 'Passwords do not match',
  saveChanges: 'Save Changes',
  changePassword: 'Change Password',
  logout: 'Logout',
} as const;
