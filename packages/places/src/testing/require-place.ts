import { type Place, placeBySlug } from '../index.js';

/** @throws when no place has this slug. */
export function requirePlace(slug: string): Place {
  const place = placeBySlug(slug);
  if (!place) throw new Error(`${slug} is missing`);
  return place;
}
