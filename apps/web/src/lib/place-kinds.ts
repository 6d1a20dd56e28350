import type { PlaceHit, PlaceKind } from '@safarnama/contracts';
import { PLACE_NAME_STRINGS } from './place-name-strings.ts';
import { placeLocation } from './place-names.ts';

/** Kinds that need no label: a name without a kind is taken for one of them. */
const OBVIOUS_KINDS: readonly PlaceKind[] = ['town', 'village', 'state', 'country', 'other'];

const isObvious = ({ kind }: PlaceHit): boolean => OBVIOUS_KINDS.includes(kind);

/** Whether two places have the same name, and lie in the same district or at the same city. */
const looksLike = (place: PlaceHit, other: PlaceHit): boolean =>
  other._id !== place._id &&
  isObvious(other) &&
  other.name === place.name &&
  placeLocation(other) === placeLocation(place);

/**
 * Distinguishes a place from others of the same name: 'Chamoli, Uttarakhand', 'Near Jaipur, Rajasthan', 'Lake, Leh,
 * Ladakh'.
 *
 * @param list - the places shown with it: a village is labelled as one if the list has a town of its name in its
 *   district.
 */
export function describePlace(place: PlaceHit, list: readonly PlaceHit[]): string {
  const isKindObvious = isObvious(place) && !list.some((other) => looksLike(place, other));
  const kind = isKindObvious ? '' : PLACE_NAME_STRINGS.kinds[place.kind];
  const description = [kind, placeLocation(place)].filter((part) => part !== '').join(', ');
  return description.charAt(0).toUpperCase() + description.slice(1);
}
