import { createStrings } from '../../../i18n/strings.ts';
import { messages } from '../../../locales/en/drafts.ts';

/** Texts about drafts that other pages than their form show, too. */
export const DRAFT_STRINGS = createStrings('drafts', messages);
