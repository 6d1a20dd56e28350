import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/newsletter.ts';

/** Texts of the subscription to the newsletter. */
export const NEWSLETTER_STRINGS = createStrings('newsletter', messages);
