import { createStrings } from '../../../i18n/strings.ts';
import { messages } from '../../../locales/en/reading.ts';

/** Texts of the home page, lists and cards. Other reading pages load theirs from `story-strings.ts`. */
export const READING_STRINGS = createStrings('reading', messages);
