import { storeNamesAgain } from './store-names.js';

/**
 * Contacts are also found by the parts of a word around an apostrophe, and by how Bengali names are spoken. An older
 * version of the product finds new contacts by their position in the list only.
 */
export const nameWords = storeNamesAgain('010-name-words');
