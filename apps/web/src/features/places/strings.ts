import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/place.ts';

/** Texts of the place page. */
export const PLACE_STRINGS = createStrings('place', messages);
