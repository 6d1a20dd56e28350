import type { PlaceMap } from '@safarnama/contracts';
import { ArrowLeft } from 'lucide-react';
import { type ComponentProps, useCallback, useEffect, useId, useRef } from 'react';
import { Link, useParams } from 'react-router-dom';
import * as placeApi from '../api/place.api.ts';
import { EmptyState, Failure, PageNotice } from '../components/notice.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { SkipLink } from '../components/skip-link.tsx';
import { useLoadedWithRetry } from '../components/use-loaded-with-retry.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { IndiaMap } from '../features/places/map/india-map.tsx';
import { STATE_SHAPES, type StateShape } from '../features/places/map/shapes.ts';
import { MAP_STRINGS } from '../features/places/map/strings.ts';
import { PlaceList } from '../features/places/place-list.tsx';
import { getLocale } from '../i18n/language.ts';
import { errorMessage } from '../lib/api-client.ts';
import { countStories } from '../lib/count-stories.ts';
import { placeName, regionName } from '../lib/region-names.ts';

/** Number of places that are listed with the map of India, in addition to its states. */
const MAX_TOP_PLACES = 12;
const LISTS_ID = 'places-as-lists';
const SKELETON_ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** The map of India or of one of its states, with the same data as lists. */
export function PlacesPage() {
  const { state: slug } = useParams();
  if (slug === undefined) return <Places state={null} />;
  const state = STATE_SHAPES.find((shape) => shape.slug === slug);
  return state ? <Places state={state} /> : <UnknownState />;
}

function Places({ state }: { state: StateShape | null }) {
  const load = useCallback(() => placeApi.loadMap(state?.slug), [state]);
  const { data, error, reload } = useLoadedWithRetry(load);
  const heading = useRef<HTMLHeadingElement>(null);
  const lastState = useRef(state);
  const title = state ? regionName(state.name) : MAP_STRINGS.title;
  usePageTitle(title);

  // The link that the user has followed may remain on the page and would keep the focus.
  useEffect(() => {
    if (lastState.current !== state) heading.current?.focus({ preventScroll: true });
    lastState.current = state;
  }, [state]);

  return (
    <div className="site pt-10">
      <div className="mb-6">
        {state && (
          <Link to={paths.places()} className="link mb-2 inline-flex items-center gap-1.5 py-1">
            <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
            {MAP_STRINGS.allIndia}
          </Link>
        )}
        <h1 ref={heading} tabIndex={-1} className="text-4xl">
          {title}
        </h1>
        {/* Two lines on phones, reserved so that nothing moves when the numbers appear. */}
        <p className={`mt-2 min-h-6 text-ink-soft ${state ? '' : 'max-sm:min-h-12'}`}>
          {data && (state ? countStories(countOf(data, state)) : summarize(data))}
        </p>
        <SkipLink targetId={LISTS_ID} className="link sr-only focus:not-sr-only">
          {MAP_STRINGS.skipMap}
        </SkipLink>
      </div>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]">
        <div className="mx-auto w-full max-w-xl lg:sticky lg:top-[calc(var(--sticky-top)+1rem)]">
          <IndiaMap states={data?.states ?? null} points={data?.points ?? []} zoomedTo={state} />
        </div>
        <div id={LISTS_ID} tabIndex={-1} className="min-w-0 focus-visible:outline-none">
          {error !== null && (
            <Failure message={errorMessage(error, MAP_STRINGS.loadFailed)} onRetry={reload} />
          )}
          {data ? <Lists map={data} state={state} /> : error === null && <ListSkeleton />}
        </div>
      </div>
    </div>
  );
}

/** The data of the map as lists. */
function Lists({ map, state }: { map: PlaceMap; state: StateShape | null }) {
  if (state) {
    const name = regionName(state.name);
    return (
      <>
        {map.points.length > 0 ? (
          <PlaceSection
            title={MAP_STRINGS.placesIn({ state: name })}
            rows={map.points}
            pathOf={paths.place}
          />
        ) : (
          <NoStories text={MAP_STRINGS.emptyState({ state: name })} to={paths.addPostAt(state.slug)} />
        )}
        <Link to={paths.place(state.slug)} className="link inline-block py-1">
          {MAP_STRINGS.about({ state: name })}
        </Link>
      </>
    );
  }
  return (
    <>
      {map.total === 0 && <NoStories text={MAP_STRINGS.emptyIndia} to={paths.addPost} />}
      <PlaceSection title={MAP_STRINGS.states} rows={sortStates(map.states)} pathOf={paths.places} />
      {map.points.length > 0 && (
        <PlaceSection
          title={MAP_STRINGS.mostStories}
          rows={map.points.slice(0, MAX_TOP_PLACES)}
          pathOf={paths.place}
        />
      )}
    </>
  );
}

function PlaceSection({ title, rows, pathOf }: { title: string } & ComponentProps<typeof PlaceList>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="mb-3 text-2xl">
        {title}
      </h2>
      <PlaceList rows={rows} pathOf={pathOf} />
    </section>
  );
}

function NoStories({ text, to }: { text: string; to: string }) {
  return (
    <EmptyState scene={sceneUrl('road')} title={MAP_STRINGS.empty}>
      <p className="mt-2 text-ink-soft">{text}</p>
      <Link to={to} className="button button-accent mt-6">
        {MAP_STRINGS.write}
      </Link>
    </EmptyState>
  );
}

function ListSkeleton() {
  return (
    <div aria-busy="true">
      <p className="sr-only">{MAP_STRINGS.loading}</p>
      {SKELETON_ROWS.map((row) => (
        <div key={row} aria-hidden className="skeleton mb-3 h-8" />
      ))}
    </div>
  );
}

function UnknownState() {
  usePageTitle(MAP_STRINGS.notFound);
  return (
    <PageNotice scene={sceneUrl('dunes')}>
      <h1 className="mt-2 text-3xl">{MAP_STRINGS.notFound}</h1>
      <p className="text-ink-soft">{MAP_STRINGS.notFoundText}</p>
      <Link to={paths.places()} className="button button-primary">
        {MAP_STRINGS.allIndia}
      </Link>
    </PageNotice>
  );
}

/** Sorts states by their names in the reader's language. */
function sortStates(states: PlaceMap['states']): PlaceMap['states'] {
  const { compare } = new Intl.Collator(getLocale());
  return [...states].sort((a, b) => compare(placeName(a), placeName(b)));
}

function countOf({ states }: PlaceMap, state: StateShape): number {
  return states.find(({ slug }) => slug === state.slug)?.storyCount ?? 0;
}

function summarize({ states, total }: PlaceMap): string {
  const withStories = states.filter(({ storyCount }) => storyCount > 0);
  return MAP_STRINGS.summary({ stories: total, states: withStories.length });
}
