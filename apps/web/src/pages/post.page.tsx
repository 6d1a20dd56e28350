import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { StorySkeleton, StoryView } from '../features/post/story-view.tsx';
import { useAuthStore } from '../stores/auth.store.ts';
import { useBlogStore } from '../stores/blog.store.ts';

export function PostPage() {
  const { slug = '' } = useParams();
  const { currentPost, error, isNotFound, loading, fetchPost, clearCurrentPost } = useBlogStore();
  const ownId = useAuthStore((state) => state.user?._id ?? '');
  usePageTitle(currentPost?.blogTitle ?? (isNotFound ? 'Post not found' : 'Story'));

  useEffect(() => {
    void fetchPost(slug);
    return clearCurrentPost;
  }, [slug, fetchPost, clearCurrentPost]);

  if (currentPost) return <StoryView post={currentPost} ownId={ownId} />;
  if (loading || error === null) return <StorySkeleton />;
  return (
    <div className="site grid flex-1 place-content-center justify-items-center gap-5 py-16 text-center">
      <h1 role="alert" className="text-3xl">
        {isNotFound ? 'Post not found.' : `Error: ${error}`}
      </h1>
      {isNotFound ? (
        <Link to={paths.home} className="button button-primary">
          Back to home
        </Link>
      ) : (
        <button type="button" className="button button-primary" onClick={() => void fetchPost(slug)}>
          Try again
        </button>
      )}
    </div>
  );
}
