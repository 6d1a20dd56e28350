export { distanceInKm, KM_PER_DEGREE, type Point } from './distance.js';
export { findWithin, getImportance, listStates } from './divisions.js';
export { findPlaces, type Match } from './find-places.js';
export { nearestCity } from './nearest-city.js';
export { listNames, type Place } from './place.js';
export { placeOfText } from './place-of-text.js';
export { listAncestors, placeById, placeBySlug } from './places.js';
export { splitLocation } from './split-location.js';
