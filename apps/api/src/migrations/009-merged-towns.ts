import { correctPlaces } from './correct-places.js';

/** Towns that the gazetteer had twice in two spellings were merged, and states and districts of others corrected. */
export const mergedTowns = correctPlaces('009-merged-towns');
