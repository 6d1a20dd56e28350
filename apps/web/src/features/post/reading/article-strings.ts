import { createStrings } from '../../../i18n/strings.ts';
import { messages } from '../../../locales/en/article.ts';

/** Texts of a story that guests also see; some of them appear on cards too. `first-story` is built with them. */
export const ARTICLE_STRINGS = createStrings('article', messages);
