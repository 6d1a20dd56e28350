import { correctPlaces } from './correct-places.js';

/** Districts that the gazetteer lacked were added, and those of places corrected. */
export const placesInNewDistricts = correctPlaces('007-places-in-new-districts');
