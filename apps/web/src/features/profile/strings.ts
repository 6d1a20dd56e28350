import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/profile.ts';

/** Texts of the profile: the form, its links and settings. */
export const {
  form: PROFILE_STRINGS,
  pages: PAGES_STRINGS,
  privacy: PRIVACY_STRINGS,
} = createStrings('profile', messages);
