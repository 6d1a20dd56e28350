import { correctPlaces } from './correct-places.js';

/** Updates stories after districts that the gazetteer lacked were added, and the districts of places corrected. */
export const placesInNewDistricts = correctPlaces('007-places-in-new-districts');
