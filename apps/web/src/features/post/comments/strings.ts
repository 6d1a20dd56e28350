import { createStrings } from '../../../i18n/strings.ts';
import { messages } from '../../../locales/en/comments.ts';

/** Texts of the comments under a story. */
export const COMMENT_STRINGS = createStrings('comments', messages);
