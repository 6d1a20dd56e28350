import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/default-messages.ts';

/** The error catalogue of the specification; see `src/locales/en/default-messages.ts`. */
export const DEFAULT_MESSAGES = createStrings('default-messages', messages);
