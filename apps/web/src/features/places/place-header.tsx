import type { PlacePage } from '@safarnama/contracts';
import { PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PendingName } from '../../components/pending-name.tsx';
import { paths } from '../../config/paths.ts';
import { countStories } from '../../lib/count-stories.ts';
import { PLACE_NAME_STRINGS } from '../../lib/place-name-strings.ts';
import { placeName, regionName, stateSlug } from '../../lib/region-names.ts';
import { guessLanguage } from '../../lib/text.ts';
import { PLACE_STRINGS } from './strings.ts';

/** Maximum number of old names and names in other scripts; more would be distracting. */
const MAX_OTHER_NAMES = 6;

interface PlaceHeaderProps {
  /** Null until it is loaded. */
  place: PlacePage | null;
  /** The place could not be loaded. */
  hasFailed: boolean;
  /** Shown next to the text. */
  map: ReactNode;
}

/** The names of a place in two scripts, its kind, and its location. */
export function PlaceHeader({ place, hasFailed, map }: PlaceHeaderProps) {
  return (
    <header className="mb-8 grid items-start gap-x-10 gap-y-6 border-line border-b pb-8 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="kicker">{place ? PLACE_NAME_STRINGS.kinds[place.kind] : '\u00a0'}</p>
        {/* A new element once the name is known, so that it is focused again and announced. */}
        <h1 key={place?._id} className="wrap-break-word mt-1 text-4xl sm:text-5xl">
          {place ? (
            placeName(place)
          ) : hasFailed ? (
            PLACE_STRINGS.place
          ) : (
            <PendingName label={PLACE_STRINGS.place} />
          )}
          {place && place.localName !== '' && place.localName !== placeName(place) && (
            <>
              {' '}
              <span
                lang={guessLanguage(place.localName)}
                className="block font-normal text-2xl text-ink-soft leading-normal sm:text-3xl"
              >
                {place.localName}
              </span>
            </>
          )}
        </h1>
        {place && <Details place={place} />}
      </div>
      {map}
    </header>
  );
}

function Details({ place }: { place: PlacePage }) {
  const { localName, slug, storyCount } = place;
  const otherNames = place.otherNames
    .filter((other) => other !== localName && other !== placeName(place))
    .slice(0, MAX_OTHER_NAMES);
  return (
    <>
      <Location place={place} />
      {otherNames.length > 0 && (
        <p className="wrap-anywhere mt-2 text-ink-soft">
          {PLACE_STRINGS.otherNames}{' '}
          {otherNames.map((other, index) => (
            <span key={other} lang={guessLanguage(other)}>
              {index > 0 && ', '}
              {other}
            </span>
          ))}
        </p>
      )}
      {storyCount > 0 && (
        <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
          <Link to={paths.addPostAt(slug)} className="button button-quiet">
            <PenLine aria-hidden className="size-4" />
            {PLACE_STRINGS.write({ name: placeName(place) })}
          </Link>
          <p className="text-ink-soft">{countStories(storyCount)}</p>
        </div>
      )}
    </>
  );
}

/** Links to the district of the place and its state if the district is certain, otherwise to the place around it. */
function Location({ place: { parent, state, near } }: { place: PlacePage }) {
  if (parent === null) return null;
  const name = placeName(parent);
  const linkParent = linkTo(parent.slug);
  return (
    <p className="mt-3">
      {parent.kind === 'district'
        ? PLACE_STRINGS.liesInDistrict({
            name,
            state: regionName(state),
            parent: linkParent,
            region: linkTo(stateSlug(state)),
          })
        : near === undefined
          ? PLACE_STRINGS.liesIn({ name, parent: linkParent })
          : PLACE_STRINGS.liesInNear({ name, city: near, parent: linkParent })}
    </p>
  );
}

/** Renders the name of a place as a link to its page. */
function linkTo(slug: string) {
  return (name: ReactNode) => (
    <Link to={paths.place(slug)} className="link inline-block py-0.5">
      {name}
    </Link>
  );
}
