import { LIMITS } from '@safarnama/contracts';
import { useSearchParams } from 'react-router-dom';
import * as postApi from '../api/post.api.ts';
import { EmptyState } from '../components/notice.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { AllStoriesLink } from '../features/post/reading/all-stories-link.tsx';
import { CardList } from '../features/post/reading/card-list.tsx';
import { resultCount, STORY_STRINGS } from '../features/post/reading/story-strings.ts';
import { useCardPages } from '../features/post/reading/use-card-pages.ts';
import { guessLanguage } from '../lib/text.ts';

export function SearchPage() {
  const [params] = useSearchParams();
  const query = (params.get('q') ?? '').trim();
  // Counts code points, as the server does, which rejects longer queries.
  const isTooLong = [...query.normalize('NFC')].length > LIMITS.searchQuery;
  usePageTitle(query === '' ? STORY_STRINGS.search : `${STORY_STRINGS.search}: ${query}`);
  return (
    <div className="site pt-10">
      <p className="kicker">{STORY_STRINGS.search}</p>
      <h1
        className={`mt-2 wrap-anywhere ${isTooLong ? 'line-clamp-3 text-2xl' : 'text-3xl sm:text-4xl'}`}
        dir="auto"
        lang={guessLanguage(query)}
      >
        {query === '' ? STORY_STRINGS.searchEmptyTitle : `“${query}”`}
      </h1>
      {query !== '' && !isTooLong ? (
        <Results query={query} />
      ) : (
        <EmptyState
          scene={sceneUrl('fort')}
          title={isTooLong ? STORY_STRINGS.searchTooLong : STORY_STRINGS.searchHint}
        />
      )}
    </div>
  );
}

function Results({ query }: { query: string }) {
  const pages = useCardPages(`search:${query}`, (cursor, count) => postApi.search(query, cursor, count));
  const { cards, cursor } = pages;
  const count = cursor === undefined || cards.length === 0 ? '' : resultCount(cards.length, cursor !== null);
  return (
    <>
      <p role="status" className="mt-2 mb-8 min-h-6 text-ink-soft">
        {count}
      </p>
      <CardList
        {...pages}
        emptyState={
          <EmptyState scene={sceneUrl('fort')} title={STORY_STRINGS.noResults}>
            <p className="mt-2 text-ink-soft">{STORY_STRINGS.noResultsText}</p>
            <AllStoriesLink className="button button-quiet mt-6" />
          </EmptyState>
        }
      />
    </>
  );
}
