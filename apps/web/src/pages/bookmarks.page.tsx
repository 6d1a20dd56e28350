import { Link } from 'react-router-dom';
import { listBookmarks } from '../api/bookmark.api.ts';
import { EmptyState } from '../components/notice.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { CardList } from '../features/post/reading/card-list.tsx';
import { STORY_STRINGS } from '../features/post/reading/story-strings.ts';
import { useCardPages } from '../features/post/reading/use-card-pages.ts';

export function BookmarksPage() {
  const pages = useCardPages('bookmarks', listBookmarks, false);
  usePageTitle(STORY_STRINGS.bookmarks);
  return (
    <div className="site pt-10">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-4xl">{STORY_STRINGS.bookmarks}</h1>
        <Link to={paths.myPosts} className="link py-1">
          {STORY_STRINGS.myPosts}
        </Link>
      </div>
      <CardList
        {...pages}
        emptyState={
          <EmptyState scene={sceneUrl('monsoon')} title={STORY_STRINGS.noBookmarks}>
            <p className="mt-2 text-ink-soft">{STORY_STRINGS.noBookmarksText}</p>
            <Link to={paths.home} className="button button-primary mt-6">
              {STORY_STRINGS.findStories}
            </Link>
          </EmptyState>
        }
      />
    </div>
  );
}
