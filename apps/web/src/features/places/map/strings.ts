import { createStrings } from '../../../i18n/strings.ts';
import { messages } from '../../../locales/en/map.ts';

/** Texts of the map of India and of the lists next to it. */
export const MAP_STRINGS = createStrings('map', messages);
