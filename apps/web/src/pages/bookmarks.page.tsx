import * as postApi from '../api/post.api.ts';
import { EmptyState } from '../components/notice.tsx';
import { sceneNamed } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { CardList } from '../features/post/card-list.tsx';
import { useCardPages } from '../features/post/use-card-pages.ts';

export function BookmarksPage() {
  const pages = useCardPages('bookmarks', postApi.listBookmarks);
  usePageTitle('Bookmarks');
  return (
    <div className="site pt-10">
      <h1 className="mb-8 text-4xl">Bookmarks</h1>
      <CardList
        {...pages}
        empty={
          <EmptyState scene={sceneNamed('monsoon')} title="No bookmarks yet">
            <p className="mt-2 text-ink-soft">A story you bookmark waits here for a long train ride.</p>
          </EmptyState>
        }
      />
    </div>
  );
}
