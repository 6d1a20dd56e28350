import type { AuthorProfile, PlaceHit } from '@safarnama/contracts';
import { MapPin, MessageCircle, PenLine } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { listByAuthor } from '../api/author-post.api.ts';
import { Avatar } from '../components/avatar.tsx';
import { EmptyState, PageNotice } from '../components/notice.tsx';
import { PendingName } from '../components/pending-name.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { useLoaded } from '../components/use-loaded.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { AllStoriesLink } from '../features/post/reading/all-stories-link.tsx';
import { CardList } from '../features/post/reading/card-list.tsx';
import { FollowButton } from '../features/post/reading/follow-button.tsx';
import { FOLLOW_STRINGS } from '../features/post/reading/follow-strings.ts';
import { NoPostYet } from '../features/post/reading/no-post-yet.tsx';
import { STORY_STRINGS } from '../features/post/reading/story-strings.ts';
import { READING_STRINGS } from '../features/post/reading/strings.ts';
import { useCardPages } from '../features/post/reading/use-card-pages.ts';
import { getLocale } from '../i18n/language.ts';
import { isNotFoundError } from '../lib/api-client.ts';
import { formatPostDate } from '../lib/format-date.ts';
import { placeName } from '../lib/region-names.ts';
import { guessLanguage } from '../lib/text.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useFollowStore } from '../stores/follow.store.ts';

const loadMap = async () => (await import('../features/places/map/author-map.tsx')).AuthorMap;

/** Maximum number of places shown, those with the most stories: more would push the stories off the screen. */
const MAX_PLACES = 24;

export function AuthorPage() {
  // Ids are lower case; a URL typed by hand may not be.
  const userId = useParams().userId?.toLowerCase() ?? '';
  const ownId = useAuthStore((state) => state.user?._id);
  const { author, places, ...pages } = useCardPages(`author:${userId}`, async (cursor, count) => {
    const requestedAt = performance.now();
    const page = await listByAuthor(userId, cursor, count);
    // Stored on loading, not on rendering: after Back, the author in the cached list may be older than the user's last
    // follow.
    useFollowStore.getState().receiveAuthor(page.author, requestedAt);
    return page;
  });
  const isNotFound = isNotFoundError(pages.error);
  const isOwn = userId === ownId;
  const hasFailed = !author && pages.error !== null;
  // The country has no state.
  const states = [...new Set(places.map(({ state }) => state).filter((state) => state !== ''))].sort();
  usePageTitle(author?.fullName ?? (isNotFound ? STORY_STRINGS.authorNotFound : STORY_STRINGS.writer));
  if (isNotFound) {
    return (
      <PageNotice scene={sceneUrl('dunes')}>
        <h1 className="mt-2 text-3xl">{STORY_STRINGS.authorNotFound}</h1>
        <p className="text-ink-soft">{STORY_STRINGS.authorNotFoundText}</p>
        <AllStoriesLink className="button button-primary" />
      </PageNotice>
    );
  }
  return (
    <div className="site pt-10">
      <div className="mb-10 flex flex-wrap items-center gap-x-6 gap-y-4 border-line border-b pb-8">
        {author ? (
          <Avatar user={author} size="large" />
        ) : (
          !hasFailed && <div aria-hidden className="skeleton size-28 !rounded-full" />
        )}
        {/* If possible, as wide as the longest word of the name, so that the row wraps before a word breaks. */}
        <div className="max-w-full flex-1 basis-60">
          {!hasFailed && <p className="kicker">{STORY_STRINGS.storiesBy}</p>}
          {/* A new element once the name is known, so that it is focused again and announced. */}
          <h1
            key={author?._id}
            className="wrap-break-word mt-1 text-3xl sm:text-4xl"
            lang={guessLanguage(author?.fullName ?? '')}
          >
            {author?.fullName ??
              (hasFailed ? STORY_STRINGS.writer : <PendingName label={STORY_STRINGS.writer} />)}
          </h1>
          {author && <AboutAuthor author={author} />}
          {author && places.length > 0 && <PlaceLinks places={places} />}
        </div>
        {author && (isOwn ? <EditProfileLink /> : <ContactActions author={author} />)}
        {author && states.length > 0 && <StatesFigure states={states} />}
      </div>
      <CardList
        {...pages}
        emptyState={
          isOwn ? (
            <NoPostYet />
          ) : (
            <EmptyState scene={sceneUrl('tea-hills')} title={READING_STRINGS.noPostYet} />
          )
        }
      />
    </div>
  );
}

function AboutAuthor({ author }: { author: AuthorProfile }) {
  const followState = useFollowStore(({ byAuthor }) => byAuthor[author._id]);
  return (
    <>
      <p className="mt-2 text-ink-soft">
        {STORY_STRINGS.memberSince({
          day: formatPostDate(author.createdAt),
          date: (day) => <time dateTime={author.createdAt}>{day}</time>,
        })}
        {followState && followState.followerCount > 0 && (
          <> · {FOLLOW_STRINGS.followers({ count: followState.followerCount })}</>
        )}
      </p>
      {author.bio && (
        <p className="wrap-anywhere mt-3 max-w-xl" dir="auto" lang={guessLanguage(author.bio)}>
          {author.bio}
        </p>
      )}
    </>
  );
}

/** The places with the most stories of the author, by name. */
function PlaceLinks({ places }: { places: readonly PlaceHit[] }) {
  const mainPlaces = places
    .slice(0, MAX_PLACES)
    .sort((a, b) => placeName(a).localeCompare(placeName(b), getLocale()));
  return (
    <p className="mt-3 flex max-w-3xl flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <MapPin aria-hidden className="size-4 flex-none text-marigold-text" />
      <span className="sr-only">{FOLLOW_STRINGS.places}</span>
      {mainPlaces.map((place) => (
        <Link
          key={place._id}
          to={paths.place(place.slug)}
          className="link touch-target inline-flex min-h-7 items-center"
        >
          {placeName(place)}
        </Link>
      ))}
    </p>
  );
}

function EditProfileLink() {
  return (
    <Link to={paths.profile} className="button button-quiet">
      <PenLine aria-hidden className="size-4" />
      {STORY_STRINGS.editProfile}
    </Link>
  );
}

function ContactActions({ author }: { author: AuthorProfile }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Link to={paths.chatWith(author._id)} className="button button-primary">
        <MessageCircle aria-hidden className="size-5" />
        {STORY_STRINGS.messageOnAuthorPage}
      </Link>
      <FollowButton author={author} />
    </div>
  );
}

function StatesFigure({ states }: { states: readonly string[] }) {
  return (
    <figure className="w-44 max-md:mx-auto md:w-56">
      {/* As tall as the map, so that nothing moves when it appears. */}
      <div className="aspect-[600/690]">
        <LazyMap states={states} />
      </div>
      <figcaption className="mt-2 text-center text-ink-soft text-sm">
        {FOLLOW_STRINGS.statesWithStories({ count: states.length })}
      </figcaption>
    </figure>
  );
}

/** The map of the author's states. If its script cannot be loaded, only the map is missing. */
function LazyMap(props: { states: readonly string[] }) {
  const { data: AuthorMap } = useLoaded(loadMap);
  return AuthorMap && <AuthorMap {...props} />;
}
