import { storeNamesAgain } from './store-names.js';

/** Updates names after the phonetic key of words of one consonant has changed: ओम, om. */
export const nameSounds = storeNamesAgain('008-name-sounds');
