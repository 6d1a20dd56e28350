import { LIMITS } from '@safarnama/contracts';
import { useEffect } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import * as searchApi from '../api/search.api.ts';
import { EmptyState } from '../components/notice.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { CardList } from '../features/post/reading/card-list.tsx';
import { NewestStories } from '../features/post/reading/newest-stories.tsx';
import { useCardPages } from '../features/post/reading/use-card-pages.ts';
import { FilterBar, searchPath } from '../features/search/filter-bar.tsx';
import { NoResults } from '../features/search/no-results.tsx';
import { PlacesAndPeople } from '../features/search/places-and-people.tsx';
import { ResultsLink } from '../features/search/results-link.tsx';
import { readSearch, removeQuotes, searchKey } from '../features/search/story-search.ts';
import { SEARCH_STRINGS, storyCount } from '../features/search/strings.ts';
import { isSearchTooLong } from '../lib/search-query.ts';
import { guessLanguage } from '../lib/text.ts';

export function SearchPage() {
  const [params] = useSearchParams();
  const search = readSearch(params);
  const { q } = search;
  const isTooLong = isSearchTooLong(q);
  const isBack = useNavigationType() === 'POP';
  usePageTitle(q === '' ? SEARCH_STRINGS.search : SEARCH_STRINGS.searchTitle({ query: q }));

  // Scrolls to the top for another query, but not for another filter.
  useEffect(() => {
    if (!isBack) window.scrollTo(0, 0);
  }, [q]);

  return (
    <div className="site pt-10">
      <p className="kicker">{SEARCH_STRINGS.search}</p>
      <h1
        tabIndex={-1}
        className={`mt-2 wrap-anywhere ${isTooLong ? 'line-clamp-3 text-2xl' : 'text-3xl sm:text-4xl'}`}
        dir="auto"
        lang={guessLanguage(q)}
      >
        {q === '' ? SEARCH_STRINGS.emptyTitle : `“${q}”`}
      </h1>
      {q !== '' && !isTooLong ? (
        <Results search={search} />
      ) : (
        <EmptyState
          scene={sceneUrl('fort')}
          title={isTooLong ? SEARCH_STRINGS.tooLong({ limit: LIMITS.searchQuery }) : SEARCH_STRINGS.hint}
        />
      )}
    </div>
  );
}

function Results({ search }: { search: searchApi.StorySearch }) {
  const pages = useCardPages(
    searchKey(search),
    (cursor, count) => searchApi.search(search, cursor, count),
    search.sort === 'newest',
  );
  const { search: summary } = pages;
  return (
    <>
      {/* Placed above all content that is loaded with the results, so that it does not move. */}
      <FilterBar search={search} />
      <div role="status" className="mb-6 min-h-6 text-ink-soft">
        {/* Without results, the number is only announced: the empty state is visible instead. */}
        {summary && <p className={summary.total === 0 ? 'sr-only' : ''}>{storyCount(summary.total)}</p>}
        {summary?.corrected && <Corrected search={search} corrected={summary.corrected} />}
      </div>
      {summary && <PlacesAndPeople {...summary} />}
      <CardList
        {...pages}
        emptyState={
          <>
            <NoResults search={search} />
            <NewestStories title={SEARCH_STRINGS.newestStories} />
          </>
        }
      />
    </>
  );
}

/** Names the corrected query of the results, with a link to the results for the words as typed. */
function Corrected({ search, corrected }: { search: searchApi.StorySearch; corrected: string }) {
  const { q } = search;
  return (
    <p className="wrap-anywhere mt-1 text-ink">
      {SEARCH_STRINGS.showingResultsFor({
        query: () => (
          <strong dir="auto" lang={guessLanguage(corrected)}>
            {corrected}
          </strong>
        ),
      })}{' '}
      {/* A phrase in quotes is searched for without a correction. */}
      <ResultsLink
        to={searchPath({ ...search, q: `"${removeQuotes(q)}"` })}
        className="link inline-block py-1"
      >
        {SEARCH_STRINGS.searchExactly({ query: q })}
      </ResultsLink>
    </p>
  );
}
