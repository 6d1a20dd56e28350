import { useEffect } from 'react';
import { Link, useNavigationType } from 'react-router-dom';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { CardList } from '../features/post/card-list.tsx';
import { NoPostYet } from '../features/post/no-post-yet.tsx';
import { STORY } from '../features/post/strings-story.ts';
import { useBlogStore } from '../stores/blog.store.ts';

export function MyPostsPage() {
  const { myPosts, myCursor, myStatus, fetchMyPosts, fetchMoreMyPosts } = useBlogStore();
  const isBack = useNavigationType() === 'POP';
  usePageTitle(STORY.myPosts);

  // Once a visit; on the way back the list stands.
  useEffect(() => {
    if (!isBack || myCursor === undefined) void fetchMyPosts();
  }, []);

  return (
    <div className="site pt-10">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-4xl">{STORY.myPosts}</h1>
        <Link to={paths.bookmarks} className="link py-1">
          {STORY.myBookmarks}
        </Link>
      </div>
      <CardList
        cards={myPosts}
        cursor={myCursor}
        {...myStatus}
        onStart={() => void fetchMyPosts()}
        onMore={() => void fetchMoreMyPosts()}
        empty={<NoPostYet />}
      />
    </div>
  );
}
