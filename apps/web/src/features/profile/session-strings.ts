import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/sessions.ts';

/** Texts for the list of sessions and for the notice of a new session. */
export const SESSION_STRINGS = createStrings('sessions', messages);
