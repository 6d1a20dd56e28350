import { useSearchParams } from 'react-router-dom';
import * as postApi from '../api/post.api.ts';
import { EmptyState } from '../components/notice.tsx';
import { sceneNamed } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { CardList } from '../features/post/card-list.tsx';
import { useCardPages } from '../features/post/use-card-pages.ts';

export function SearchPage() {
  const [params] = useSearchParams();
  const query = (params.get('q') ?? '').trim();
  const pages = useCardPages(query, (cursor) => postApi.search(query, cursor));
  usePageTitle(query === '' ? 'Search' : `Search: ${query}`);
  return (
    <div className="site pt-10">
      <p className="kicker">Search</p>
      <h1 className="mt-2 mb-8 text-4xl" dir="auto">
        {query === '' ? 'What are you looking for?' : `“${query}”`}
      </h1>
      <CardList
        {...pages}
        empty={
          <EmptyState
            scene={sceneNamed('fort')}
            title={query === '' ? 'Type a word, a place or a name' : 'No stories found'}
          >
            {query !== '' && (
              <p className="mt-2 text-ink-soft">Try fewer words, or only the beginning of one.</p>
            )}
          </EmptyState>
        }
      />
    </div>
  );
}
