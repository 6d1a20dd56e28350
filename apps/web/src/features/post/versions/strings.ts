import { createStrings } from '../../../i18n/strings.ts';
import { messages } from '../../../locales/en/versions.ts';

/** Texts of the page with the versions of a story. */
export const VERSION_STRINGS = createStrings('versions', messages);
