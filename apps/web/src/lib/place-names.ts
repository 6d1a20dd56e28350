import type { PlaceHit } from '@safarnama/contracts';
import { PLACE_NAME_STRINGS } from './place-name-strings.ts';
import { placeName, regionName } from './region-names.ts';

interface NamedPlace extends Pick<PlaceHit, 'name' | 'state'> {
  district?: string | undefined;
  near?: string | undefined;
}

/**
 * Where a place lies: 'Chamoli, Uttarakhand', or 'near Jaipur, Rajasthan' when the district is not certain. Empty for
 * the country; parts that equal the name are left out.
 */
export function placeLocation({ name, district = '', near = '', state }: NamedPlace): string {
  return [near && PLACE_NAME_STRINGS.near({ city: near }), district, state]
    .filter((part) => part !== '' && part !== name)
    .map(regionName)
    .join(', ');
}

/** A place with its location: 'Auli, Chamoli, Uttarakhand'. */
export function placeLabel(place: NamedPlace & Pick<PlaceHit, 'slug'>): string {
  return [placeName(place), placeLocation(place)].filter((part) => part !== '').join(', ');
}
