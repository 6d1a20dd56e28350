import { lazy, Suspense, useEffect } from 'react';
import { Link, useNavigationType, useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { CardList } from '../features/post/reading/card-list.tsx';
import { NoPostYet } from '../features/post/reading/no-post-yet.tsx';
import { STORY_STRINGS } from '../features/post/reading/story-strings.ts';
import { useBlogStore } from '../stores/blog.store.ts';

const DraftList = lazy(async () => ({
  default: (await import('../features/post/writing/draft-list.tsx')).DraftList,
}));

export function MyPostsPage() {
  const [params] = useSearchParams();
  const isDrafts = params.get('tab') === 'drafts';
  usePageTitle(isDrafts ? STORY_STRINGS.drafts : STORY_STRINGS.myPosts);

  return (
    <div className="site pt-10">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-4xl">{STORY_STRINGS.myPosts}</h1>
        <nav aria-label={STORY_STRINGS.myPosts} className="flex flex-wrap gap-x-6">
          <Link to={isDrafts ? paths.myPosts : paths.drafts} className="link py-1">
            {isDrafts ? STORY_STRINGS.published : STORY_STRINGS.drafts}
          </Link>
          <Link to={paths.bookmarks} className="link py-1">
            {STORY_STRINGS.myBookmarks}
          </Link>
        </nav>
      </div>
      {isDrafts ? (
        <Suspense fallback={<div aria-busy="true" className="skeleton h-28" />}>
          <DraftList />
        </Suspense>
      ) : (
        <PublishedStories />
      )}
    </div>
  );
}

function PublishedStories() {
  const { myPosts, myStatus, fetchMyPosts, fetchMoreMyPosts } = useBlogStore();
  const isBack = useNavigationType() === 'POP';

  // Loads once per visit; going back keeps the loaded list.
  useEffect(() => {
    if (!isBack || myStatus.cursor === undefined) void fetchMyPosts();
  }, []);

  return (
    <CardList
      cards={myPosts}
      {...myStatus}
      onLoadFirst={() => void fetchMyPosts()}
      onLoadMore={(count) => void fetchMoreMyPosts(count)}
      emptyState={<NoPostYet />}
    />
  );
}
