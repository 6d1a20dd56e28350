import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/signup.ts';

export const SIGNUP_STRINGS = createStrings('signup', messages);
