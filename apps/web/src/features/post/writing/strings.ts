import { createStrings } from '../../../i18n/strings.ts';
import { messages } from '../../../locales/en/writing.ts';

/** Texts of the form that creates and updates stories. */
export const WRITING_STRINGS = createStrings('writing', messages);
