import { correctPlaces } from './correct-places.js';

/** Updates stories after districts were corrected, and places that the gazetteer had twice were merged. */
export const correctedPlaces = correctPlaces('006-corrected-places');
