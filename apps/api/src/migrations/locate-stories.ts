import mongoose from 'mongoose';
import { findPlaceFields } from '../place/story-place.js';
import type { Migration } from './migration.js';
import { createPlaceMigration } from './place-migration.js';

/**
 * A migration for when names were added to the gazetteer: gives each story without a place the place that its location
 * names unambiguously. A place that the author has removed stays removed.
 *
 * @param isMistaken - whether a stored place was found by mistake; it is then replaced as well.
 */
export const locateStories = (
  name: string,
  isMistaken: (stored: string, named: string) => boolean = () => false,
): Migration =>
  createPlaceMigration(name, ({ blogLocation, placeId }) => {
    // Null is the author's choice.
    if (placeId === null) return null;
    const place = findPlaceFields(blogLocation);
    if (!place.placeId || (placeId !== undefined && !isMistaken(placeId, place.placeId))) return null;
    const unchanged = { blogLocation, placeId: placeId ?? mongoose.trusted({ $exists: false }) };
    return { place, unchanged };
  });
