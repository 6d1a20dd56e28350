import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Link, useLocation, useNavigate, useNavigationType, useParams } from 'react-router-dom';
import { PageNotice } from '../components/notice.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { StoryFailure } from '../features/post/reading/story-failure.tsx';
import { StorySkeleton } from '../features/post/reading/story-skeleton.tsx';
import { STORY_STRINGS } from '../features/post/reading/story-strings.ts';
import { StoryView } from '../features/post/reading/story-view.tsx';
import { errorMessage, isNotFoundError } from '../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../lib/default-messages.ts';
import { isGoingForward } from '../lib/entry-views.ts';
import { historyIndex } from '../lib/history-index.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useBlogStore } from '../stores/blog.store.ts';

export function PostPage() {
  const { slug = '' } = useParams();
  const { key } = useLocation();
  // Only Back skips a deleted story. A link leads to it, since it may have been restored elsewhere, and so does
  // Forward, which may end there.
  const isHistoryNavigation = useNavigationType() === 'POP';
  const isBack = useMemo(() => isHistoryNavigation && !isGoingForward(), [isHistoryNavigation, key]);
  // A story that has just been deleted stays on the screen until its page closes.
  const isDeleted = useBlogStore(
    ({ currentPost, deletedSlugs }) => currentPost === null && deletedSlugs.includes(slug),
  );
  return isDeleted && isBack ? <SkippedEntry /> : <PostBySlug slug={slug} />;
}

/** Replaces the page of a story that the user has deleted: goes back to the history entry before it, or to My Posts. */
function SkippedEntry() {
  const { key } = useLocation();
  const navigate = useNavigate();
  const skippedKey = useRef('');
  useEffect(() => {
    // Once per entry, since React runs effects twice in development.
    if (skippedKey.current === key) return;
    skippedKey.current = key;
    if (historyIndex(window.history.state) > 0) navigate(-1);
    else navigate(paths.myPosts, { replace: true });
  }, [key, navigate]);
  return null;
}

function PostBySlug({ slug }: { slug: string }) {
  const currentPost = useBlogStore((state) => state.currentPost);
  const postError = useBlogStore((state) => state.postError);
  const loading = useBlogStore((state) => state.loading);
  const { fetchPost, clearCurrentPost } = useBlogStore.getState();
  const ownId = useAuthStore((state) => state.user?._id ?? '');
  const isNotFound = isNotFoundError(postError);
  usePageTitle(currentPost?.blogTitle ?? (isNotFound ? STORY_STRINGS.notFoundTitle : STORY_STRINGS.title));

  // Before the paint, so that the previous story is never visible at this URL.
  useLayoutEffect(() => {
    void fetchPost(slug);
    return clearCurrentPost;
  }, [slug, fetchPost, clearCurrentPost]);

  if (currentPost) return <StoryView post={currentPost} ownId={ownId} />;
  if (isNotFound) return <PostNotFound />;
  if (loading || postError === null) return <StorySkeleton />;
  const message = errorMessage(postError, DEFAULT_MESSAGES.getPost);
  return <StoryFailure message={message} onRetry={() => void fetchPost(slug)} />;
}

function PostNotFound() {
  return (
    <PageNotice scene={sceneUrl('dunes')}>
      <div role="alert">
        <h1 className="mt-2 text-3xl">{STORY_STRINGS.postNotFound}</h1>
      </div>
      <p className="text-ink-soft">{STORY_STRINGS.postNotFoundText}</p>
      <Link to={paths.home} className="button button-primary mt-2">
        {STORY_STRINGS.toHome}
      </Link>
    </PageNotice>
  );
}
