import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/reset-password.ts';

export const RESET_PASSWORD_STRINGS = createStrings('reset-password', messages);
