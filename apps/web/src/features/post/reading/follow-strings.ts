import { createStrings } from '../../../i18n/strings.ts';
import { messages } from '../../../locales/en/follow.ts';

/** Texts for following authors. */
export const FOLLOW_STRINGS = createStrings('follow', messages);
