import type { Post } from '@safarnama/contracts';
import { DEFAULT_MESSAGES } from '@safarnama/contracts';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import * as postApi from '../api/post.api.ts';
import { Failure } from '../components/notice.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { formatPostError, STORY_STRINGS } from '../features/post/reading/story-strings.ts';
import { PostForm, PostFormSkeleton } from '../features/post/writing/post-form.tsx';
import { errorMessage } from '../lib/api-client.ts';

type EditTarget = { post: Post } | { error: string } | 'missing' | 'loading';

/** The form for a new story, or for editing the post in the route state or with the id in the URL. */
export function AddPostPage() {
  const { state } = useLocation();
  const formKey = useFormKey();
  const [params] = useSearchParams();
  const editId = params.get('edit');
  const [attempts, setAttempts] = useState(0);
  const routePost = postFromState(state);
  const target = usePostToEdit(routePost ? null : editId, attempts);
  const isEdit = routePost !== null || editId !== null;
  usePageTitle(isEdit ? 'Edit story' : 'New story');

  return (
    <div className="site flex flex-1 flex-col py-10">
      <div className="mx-auto w-full max-w-3xl">
        <p className="kicker">{isEdit ? 'A page of your journal' : 'A new page'}</p>
        <h1 className="mt-2 mb-8 text-4xl">{isEdit ? 'Edit your story' : 'Write a story'}</h1>
        {routePost ? (
          <PostForm key={routePost._id} post={routePost} />
        ) : editId === null ? (
          <PostForm key={formKey} post={null} />
        ) : (
          <EditPostForm target={target} onRetry={() => setAttempts(attempts + 1)} />
        )}
      </div>
    </div>
  );
}

/**
 * A key that changes for each new form, so that 'New Post' on this page opens an empty one. Back, Forward and links to an
 * anchor on the page keep the form.
 */
function useFormKey(): string {
  const { key } = useLocation();
  const isHistoryMove = useNavigationType() === 'POP';
  const [formKey, setFormKey] = useState(key);
  if (key !== formKey && !isHistoryMove) setFormKey(key);
  return formKey;
}

function EditPostForm({ target, onRetry }: { target: EditTarget; onRetry: () => void }) {
  if (target === 'loading') return <PostFormSkeleton label={STORY_STRINGS.loadingPost} />;
  if (target === 'missing') {
    return (
      <p role="alert">
        {STORY_STRINGS.postNotFound}{' '}
        <Link to={paths.addPost} className="link">
          Write a new story
        </Link>
      </p>
    );
  }
  if ('error' in target) return <Failure message={formatPostError(target.error)} onRetry={onRetry} />;
  return <PostForm key={target.post._id} post={target.post} />;
}

/** The post in a route state, as set by the 'Edit Post' button; null without one. */
function postFromState(state: unknown): Post | null {
  if (typeof state !== 'object' || state === null || !('post' in state)) return null;
  const { post } = state;
  // Only our own link sets this state, always to a complete post.
  return typeof post === 'object' && post !== null && '_id' in post ? (post as Post) : null;
}

/** Loads the user's own story by its id, for a URL that was reloaded or saved. */
function usePostToEdit(postId: string | null, attempts: number): EditTarget {
  const [target, setTarget] = useState<EditTarget>('loading');
  // `attempts` triggers another load.
  useEffect(() => {
    if (postId === null) return;
    let isCurrent = true;
    const show = (result: EditTarget) => {
      if (isCurrent) setTarget(result);
    };
    show('loading');
    postApi.findOwn(postId).then(
      (post) => show(post ? { post } : 'missing'),
      (error: unknown) => show({ error: errorMessage(error, DEFAULT_MESSAGES.getPost) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [postId, attempts]);
  return target;
}
