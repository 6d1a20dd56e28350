import { createStrings } from '../../../i18n/strings.ts';
import { messages } from '../../../locales/en/drafts.ts';

/** Texts about drafts that are also shown on pages other than their form. */
export const DRAFT_STRINGS = createStrings('drafts', messages);
