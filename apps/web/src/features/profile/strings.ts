import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/profile.ts';

/** Texts of the profile: the form, the links and the settings. */
export const {
  form: PROFILE_STRINGS,
  pages: PAGES_STRINGS,
  privacy: PRIVACY_STRINGS,
} = createStrings('profile', messages);
