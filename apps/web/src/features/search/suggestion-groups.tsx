import type { PlaceHit, PublicUser, Suggestions } from '@safarnama/contracts';
import { BookOpen, Clock, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { paths } from '../../config/paths.ts';
import { countStories } from '../../lib/count-stories.ts';
import { describePlace } from '../../lib/place-kinds.ts';
import { placeName } from '../../lib/region-names.ts';
import { guessLanguage } from '../../lib/text.ts';
import { SEARCH_STRINGS } from './strings.ts';

/** An option in the list, with the path to which it leads. */
interface Suggestion {
  key: string;
  path: string;
  content: ReactNode;
}

/** Options under a common heading. */
export interface SuggestionGroup {
  title: string;
  suggestions: readonly Suggestion[];
}

const ICON_CLASS = 'size-4 flex-none text-ink-soft';

/** Groups suggestions into places, people and stories, without empty groups. */
export function groupSuggestions({ places, people, stories }: Suggestions): SuggestionGroup[] {
  return [
    { title: SEARCH_STRINGS.places, suggestions: places.map((place) => placeSuggestion(place, places)) },
    { title: SEARCH_STRINGS.people, suggestions: people.map(personSuggestion) },
    { title: SEARCH_STRINGS.stories, suggestions: stories.map(storySuggestion) },
  ].filter(({ suggestions }) => suggestions.length > 0);
}

/** Groups the user's recent searches, latest first. */
export function groupRecent(queries: ReadonlySet<string>): SuggestionGroup[] {
  const suggestions = [...queries].reverse().map((query) => ({
    key: query,
    path: paths.search({ q: query }),
    content: (
      <>
        <Clock aria-hidden className={ICON_CLASS} />
        <Text text={query} />
      </>
    ),
  }));
  return suggestions.length === 0 ? [] : [{ title: SEARCH_STRINGS.recent, suggestions }];
}

function placeSuggestion(place: PlaceHit, places: readonly PlaceHit[]): Suggestion {
  const name = placeName(place);
  const where = describePlace(place, places);
  return {
    key: place._id,
    path: paths.place(place.slug),
    content: (
      <>
        <MapPin aria-hidden className={ICON_CLASS} />
        <span className="min-w-0 flex-1 truncate" title={where === '' ? undefined : `${name}, ${where}`}>
          {name}
          {place.matched !== place.name && place.matched !== name && (
            <span lang={guessLanguage(place.matched)} className="text-ink-soft">
              {' '}
              ({place.matched})
            </span>
          )}
          {where !== '' && <span className="text-ink-soft text-sm"> {where}</span>}
        </span>
        {place.storyCount > 0 && (
          <span className="flex-none text-ink-soft text-sm">{countStories(place.storyCount)}</span>
        )}
      </>
    ),
  };
}

function personSuggestion(person: PublicUser): Suggestion {
  return {
    key: person._id,
    path: paths.author(person._id),
    content: (
      <>
        <Avatar user={person} />
        <Text text={person.fullName} />
      </>
    ),
  };
}

function storySuggestion({ slug, blogTitle }: Suggestions['stories'][number]): Suggestion {
  return {
    key: slug,
    path: paths.post(slug),
    content: (
      <>
        <BookOpen aria-hidden className={ICON_CLASS} />
        <Text text={blogTitle} />
      </>
    ),
  };
}

function Text({ text }: { text: string }) {
  return (
    <span dir="auto" lang={guessLanguage(text)} className="min-w-0 flex-1 truncate">
      {text}
    </span>
  );
}
