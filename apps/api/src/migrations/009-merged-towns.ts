import { correctPlaces } from './correct-places.js';

/** Updates stories whose town was listed in two spellings and is one now, or whose state or district was corrected. */
export const mergedTowns = correctPlaces('009-merged-towns');
