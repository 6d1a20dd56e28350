import { correctPlaces } from './correct-places.js';

/** Updates stories whose town was listed twice, in two spellings, or whose state or district was corrected. */
export const mergedTowns = correctPlaces('009-merged-towns');
