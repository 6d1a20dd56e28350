import { getPlaceFields } from '../place/story-place.js';
import type { Migration } from './migration.js';
import { createPlaceMigration } from './place-migration.js';

/**
 * A migration for when districts were corrected, or places that the gazetteer had twice were merged: stores the current
 * id of the place of each story, and those of the places that contain it.
 */
export const correctPlaces = (name: string): Migration =>
  createPlaceMigration(name, ({ placeId, placeIds }) => {
    if (!placeId) return null;
    const place = getPlaceFields(placeId);
    return place.placeIds?.join() === placeIds?.join() ? null : { place, unchanged: { placeId } };
  });
