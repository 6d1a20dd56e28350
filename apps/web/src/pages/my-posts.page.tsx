import { useEffect } from 'react';
import { Link, useNavigationType } from 'react-router-dom';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { CardList } from '../features/post/reading/card-list.tsx';
import { NoPostYet } from '../features/post/reading/no-post-yet.tsx';
import { STORY_STRINGS } from '../features/post/reading/story-strings.ts';
import { useBlogStore } from '../stores/blog.store.ts';

export function MyPostsPage() {
  const { myPosts, myStatus, fetchMyPosts, fetchMoreMyPosts } = useBlogStore();
  const isBack = useNavigationType() === 'POP';
  usePageTitle(STORY_STRINGS.myPosts);

  // Loads once per visit; going back keeps the loaded list.
  useEffect(() => {
    if (!isBack || myStatus.cursor === undefined) void fetchMyPosts();
  }, []);

  return (
    <div className="site pt-10">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-4xl">{STORY_STRINGS.myPosts}</h1>
        <Link to={paths.bookmarks} className="link py-1">
          {STORY_STRINGS.myBookmarks}
        </Link>
      </div>
      <CardList
        cards={myPosts}
        {...myStatus}
        onLoadFirst={() => void fetchMyPosts()}
        onLoadMore={(count) => void fetchMoreMyPosts(count)}
        emptyState={<NoPostYet />}
      />
    </div>
  );
}
