import type { PlacePage, PublicUser } from '@safarnama/contracts';
import { MessageCircle } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { PlaceLink } from '../../components/place-link.tsx';
import { paths } from '../../config/paths.ts';
import { placeName } from '../../lib/region-names.ts';
import { guessLanguage } from '../../lib/text.ts';
import { PLACE_STRINGS } from './strings.ts';

interface PlaceSurroundingsProps {
  place: PlacePage;
  /** Id of the user, for whom there is no message link. */
  ownId: string | undefined;
}

/**
 * The authors who wrote about a place, and the places around and within it. On phones, each list is one scrolling row.
 */
export function PlaceSurroundings({ place, ownId }: PlaceSurroundingsProps) {
  const { authors, nearby, within, name, state, kind } = place;
  const knownState = kind === 'state' ? name : state;
  const placeLinks = (places: PlacePage['nearby']) =>
    places.map((each) => (
      <li key={each._id} className="min-w-0 max-w-full max-md:flex-none">
        <PlaceLink place={each} knownState={knownState} />
      </li>
    ));
  return (
    <div className="mb-10 grid gap-6 empty:hidden">
      <Row title={PLACE_STRINGS.people}>
        {authors.map((author) => (
          <li key={author._id} className="min-w-0 max-w-full max-md:flex-none">
            <Person author={author} isSelf={author._id === ownId} />
          </li>
        ))}
      </Row>
      <Row title={PLACE_STRINGS.within({ name: placeName(place) })}>{placeLinks(within)}</Row>
      <Row title={PLACE_STRINGS.nearby}>{placeLinks(nearby)}</Row>
    </div>
  );
}

function Row({ title, children }: { title: string; children: ReactNode[] }) {
  const titleId = useId();
  if (children.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <h2 id={titleId} className="mb-1.5 font-chrome font-semibold text-base text-ink-soft">
        {title}
      </h2>
      {/* The margin leaves room for the focus ring. */}
      <ul className="-mx-1 flex gap-2.5 p-1 max-md:overflow-x-auto md:flex-wrap">{children}</ul>
    </section>
  );
}

function Person({ author, isSelf }: { author: PublicUser; isSelf: boolean }) {
  const { _id, fullName } = author;
  return (
    <div className={`chip-link ${isSelf ? '' : '!pe-1'}`}>
      <Avatar user={author} />
      <Link
        to={paths.author(_id)}
        className="min-w-0 truncate py-1 underline-offset-4 hover:underline"
        dir="auto"
        lang={guessLanguage(fullName)}
      >
        {fullName}
      </Link>
      {!isSelf && (
        <Link
          to={paths.chatWith(_id)}
          aria-label={PLACE_STRINGS.messageTo({ name: fullName })}
          className="inline-flex min-h-9 flex-none items-center gap-1.5 rounded-full bg-indigo-wash px-3 text-indigo text-sm hover:underline"
        >
          <MessageCircle aria-hidden className="size-4" />
          {PLACE_STRINGS.message}
        </Link>
      )}
    </div>
  );
}
