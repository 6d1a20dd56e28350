import { correctPlaces } from './correct-places.js';

/** Districts were corrected, and places that the gazetteer had twice were merged. */
export const correctedPlaces = correctPlaces('006-corrected-places');
