import { storeNamesAgain } from './store-names.js';

/**
 * Names with ड़ are also found with d, as खड़से by Khadse, and names in Devanagari that end in -ah by their spelling in
 * Latin letters.
 */
export const nameReadings = storeNamesAgain('017-name-readings');
