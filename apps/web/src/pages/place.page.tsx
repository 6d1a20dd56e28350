import type { PlacePage as Place } from '@safarnama/contracts';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import * as placeApi from '../api/place.api.ts';
import { EmptyState, PageNotice } from '../components/notice.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { useLoaded } from '../components/use-loaded.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { PlaceHeader } from '../features/places/place-header.tsx';
import { PlaceSurroundings } from '../features/places/place-surroundings.tsx';
import { PLACE_STRINGS } from '../features/places/strings.ts';
import { AllStoriesLink } from '../features/post/reading/all-stories-link.tsx';
import { CardList } from '../features/post/reading/card-list.tsx';
import { ListTabs } from '../features/post/reading/list-tabs.tsx';
import { READING_STRINGS } from '../features/post/reading/strings.ts';
import { useCardPages } from '../features/post/reading/use-card-pages.ts';
import { isNotFoundError } from '../lib/api-client.ts';
import { placeName } from '../lib/region-names.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useBlogStore } from '../stores/blog.store.ts';

const loadMap = async () => (await import('../features/places/map/place-map.tsx')).PlaceMap;
/** Reserves the height of the map, so that nothing moves when it appears. */
const MAP_CLASS = 'aspect-[600/690] w-40 max-md:mx-auto md:w-56';

const listKey = (slug: string, sort: string) => `place:${slug} ${sort}`;

/** A place with its stories, the people who wrote about it, and the places around it. */
export function PlacePage() {
  const { slug = '' } = useParams();
  const sort = useSearchParams()[0].get('sort') === 'liked' ? 'liked' : 'newest';
  const ownId = useAuthStore((state) => state.user?._id);
  const pages = useCardPages(
    listKey(slug, sort),
    (cursor, count) => placeApi.listWithPlace(slug, sort, cursor, count),
    sort === 'newest',
  );
  const isNotFound = isNotFoundError(pages.error);
  // While the list loads in the other order, the rest of the page remains.
  const otherKey = listKey(slug, sort === 'liked' ? 'newest' : 'liked');
  const otherPlace = useBlogStore(({ cachedLists }) => cachedLists[otherKey]?.place ?? null);
  const place = pages.place ?? otherPlace;
  usePageTitle(place ? placeName(place) : isNotFound ? PLACE_STRINGS.notFound : PLACE_STRINGS.place);

  if (isNotFound) {
    return (
      <PageNotice scene={sceneUrl('dunes')}>
        <h1 className="mt-2 text-3xl">{PLACE_STRINGS.notFound}</h1>
        <p className="text-ink-soft">{PLACE_STRINGS.notFoundText}</p>
        <AllStoriesLink className="button button-primary" />
      </PageNotice>
    );
  }
  return (
    <div className="site pt-10">
      <PlaceHeader
        place={place}
        hasFailed={pages.error !== null}
        map={
          place && (
            <div className={MAP_CLASS}>
              <LazyMap {...place} />
            </div>
          )
        }
      />
      {place && <PlaceSurroundings place={place} ownId={ownId} />}
      <section key={place ? 'stories' : 'loading'} aria-label={PLACE_STRINGS.stories}>
        {/* Rendered only with the place, whose header would push it down; for the same reason, the skeleton remounts. */}
        {place && (
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 md:mb-6">
            <h2 className="text-2xl md:text-3xl">{PLACE_STRINGS.stories}</h2>
            {place.storyCount > 1 && (
              <ListTabs
                tabs={[
                  { path: paths.place(slug), title: READING_STRINGS.newest },
                  { path: paths.placeMostLiked(slug), title: READING_STRINGS.mostLiked },
                ]}
                currentPath={sort === 'liked' ? paths.placeMostLiked(slug) : paths.place(slug)}
              />
            )}
          </div>
        )}
        <CardList
          {...pages}
          headingLevel={3}
          emptyState={
            <EmptyState
              scene={sceneUrl('road')}
              title={PLACE_STRINGS.noStories({ name: place ? placeName(place) : '' })}
            >
              <p className="mt-2 text-ink-soft">{PLACE_STRINGS.noStoriesText}</p>
              <Link to={paths.addPostAt(slug)} className="button button-accent mt-6">
                {PLACE_STRINGS.writeFirst}
              </Link>
            </EmptyState>
          }
        />
      </section>
    </div>
  );
}

/** The map of the place. If its script cannot be loaded, only the map is missing. */
function LazyMap(place: Place) {
  const { data: PlaceMap } = useLoaded(loadMap);
  return PlaceMap && <PlaceMap {...place} />;
}
