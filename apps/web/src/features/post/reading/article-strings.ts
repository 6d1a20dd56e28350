import { createStrings } from '../../../i18n/strings.ts';
import { messages } from '../../../locales/en/article.ts';

/** Texts of a story that guests see as well, some of them on cards too. `first-story` is built with them. */
export const ARTICLE_STRINGS = createStrings('article', messages);
