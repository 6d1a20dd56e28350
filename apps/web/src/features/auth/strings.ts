import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/auth.ts';

export const AUTH_STRINGS = createStrings('auth', messages);
