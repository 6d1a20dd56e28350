import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/place-names.ts';

/** Texts that name and count places, on all screens. */
export const PLACE_NAME_STRINGS = createStrings('place-names', messages);
