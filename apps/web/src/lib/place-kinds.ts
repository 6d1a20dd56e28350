import type { PlaceHit, PlaceKind } from '@safarnama/contracts';
import { placeLocation } from './place-names.ts';
import { PLACE_NAME_STRINGS } from './place-strings.ts';

/** Kinds that a name without any other stands for. */
const OBVIOUS_KINDS: readonly PlaceKind[] = ['town', 'village', 'state', 'country', 'other'];

const isObvious = ({ kind }: PlaceHit): boolean => OBVIOUS_KINDS.includes(kind);

/** Whether two places have the same name, and lie in the same district or at the same city. */
const looksLike = (place: PlaceHit, other: PlaceHit): boolean =>
  other._id !== place._id &&
  isObvious(other) &&
  other.name === place.name &&
  placeLocation(other) === placeLocation(place);

/**
 * What tells a place from others of the same name: 'Chamoli, Uttarakhand', 'Near Jaipur, Rajasthan', 'Lake, Leh, Ladakh'.
 *
 * @param list - what it is shown with: a village is called one if there is a town of its name in its district.
 */
export function describePlace(place: PlaceHit, list: readonly PlaceHit[]): string {
  const isKindKnown = isObvious(place) && !list.some((other) => looksLike(place, other));
  const kind = isKindKnown ? '' : PLACE_NAME_STRINGS.kinds[place.kind];
  const description = [kind, placeLocation(place)].filter((part) => part !== '').join(', ');
  return description.charAt(0).toUpperCase() + description.slice(1);
}
