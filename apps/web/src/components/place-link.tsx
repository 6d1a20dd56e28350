import type { PlaceHit } from '@safarnama/contracts';
import { MapPin } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { countStories } from '../lib/count-stories.ts';
import { PLACE_NAME_STRINGS } from '../lib/place-name-strings.ts';
import { placeLocation } from '../lib/place-names.ts';
import { placeName } from '../lib/region-names.ts';
import { guessLanguage } from '../lib/text.ts';

interface PlaceLinkProps {
  place: PlaceHit;
  /** Name of a state that the context implies, so that it is omitted. */
  knownState?: string;
}

/**
 * Links to the page of a place: its name, its state, for a village also the district, and the number of its stories.
 */
export function PlaceLink({ place, knownState = '' }: PlaceLinkProps) {
  const { kind, name, localName, slug, storyCount } = place;
  const state = place.state === knownState ? '' : place.state;
  // A state may have several villages of the same name.
  const location = placeLocation(kind === 'village' ? { ...place, state } : { name, state });
  const ownName = kind === 'district' ? PLACE_NAME_STRINGS.district({ name }) : placeName(place);
  return (
    <Link to={paths.place(slug)} className="chip-link">
      <MapPin aria-hidden className="size-4 flex-none text-marigold-text" />
      <span
        className="min-w-0 truncate"
        title={[ownName, localName, location].filter((part) => part !== '').join(', ')}
      >
        {ownName}
        {localName !== '' && localName !== ownName && (
          <>
            {' '}
            <span lang={guessLanguage(localName)} className="font-normal">
              {localName}
            </span>
          </>
        )}
        {location !== '' && <span className="font-normal text-ink-soft text-sm">, {location}</span>}
      </span>{' '}
      {storyCount > 0 && (
        <span className="flex-none font-normal text-ink-soft text-sm">{countStories(storyCount)}</span>
      )}
    </Link>
  );
}
