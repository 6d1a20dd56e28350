import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/profile.ts';

/** Texts of the profile: the form, the links and the settings. */
export const PROFILE_STRINGS = createStrings('profile', messages);
