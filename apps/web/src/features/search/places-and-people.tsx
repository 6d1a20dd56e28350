import type { PlaceHit, PublicUser } from '@safarnama/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { PlaceLink } from '../../components/place-link.tsx';
import { paths } from '../../config/paths.ts';
import { guessLanguage } from '../../lib/text.ts';
import { SEARCH_STRINGS } from './strings.ts';

/** Places and people found by a search, shown above its stories. */
export function PlacesAndPeople({
  places,
  people,
}: {
  places: readonly PlaceHit[];
  people: readonly PublicUser[];
}) {
  if (places.length === 0 && people.length === 0) return null;
  return (
    <div className="mb-8 grid grid-cols-1 gap-6 empty:hidden md:grid-cols-none md:grid-flow-col md:auto-cols-fr">
      <Links title={SEARCH_STRINGS.places}>
        {places.map((place) => (
          <li key={place._id} className={ITEM_CLASS}>
            <PlaceLink place={place} />
          </li>
        ))}
      </Links>
      <Links title={SEARCH_STRINGS.people}>
        {people.map((person) => (
          <li key={person._id} className={ITEM_CLASS}>
            <Link to={paths.author(person._id)} className="chip-link">
              <Avatar user={person} />
              <span className="min-w-0 truncate" dir="auto" lang={guessLanguage(person.fullName)}>
                {person.fullName}
              </span>
            </Link>
          </li>
        ))}
      </Links>
    </div>
  );
}

const ITEM_CLASS = 'min-w-0 max-w-full max-sm:max-w-[85%] max-sm:flex-none';

function Links({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-2.5 font-chrome font-semibold text-base text-ink-soft">{title}</h2>
      {/* One row on a phone, so that the stories start on the first screen; otherwise columns of fixed width. */}
      <ul
        data-scrolls-sideways
        className="flex gap-2.5 sm:grid sm:grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] max-sm:-mx-(--spacing-gutter) max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-(--spacing-gutter) max-sm:py-1"
      >
        {children}
      </ul>
    </section>
  );
}
