import { storeNamesAgain } from './store-names.js';

/** A word of one consonant has another phonetic key: ओम, om. */
export const nameSounds = storeNamesAgain('008-name-sounds');
