import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/place.ts';

/** Texts of the page of a place. */
export const PLACE_STRINGS = createStrings('place', messages);
