import * as postApi from '../api/post.api.ts';
import { EmptyState } from '../components/notice.tsx';
import { sceneNamed } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { CardList } from '../features/post/card-list.tsx';
import { READING } from '../features/post/strings-reading.ts';
import { useCardPages } from '../features/post/use-card-pages.ts';

export function BookmarksPage() {
  const pages = useCardPages('bookmarks', postApi.listBookmarks);
  usePageTitle(READING.bookmarks);
  return (
    <div className="site pt-10">
      <h1 className="mb-8 text-4xl">{READING.bookmarks}</h1>
      <CardList
        {...pages}
        empty={
          <EmptyState scene={sceneNamed('monsoon')} title={READING.noBookmarks}>
            <p className="mt-2 text-ink-soft">{READING.noBookmarksText}</p>
          </EmptyState>
        }
      />
    </div>
  );
}
