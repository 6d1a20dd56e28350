import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/place-names.ts';

/** How places are named and counted, wherever they are shown. */
export const PLACE_NAME_STRINGS = createStrings('place-names', messages);
