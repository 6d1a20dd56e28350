import type { Post } from '@safarnama/contracts';
import { DEFAULT_MESSAGES } from '@safarnama/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import * as postApi from '../api/post.api.ts';
import { Failure } from '../components/notice.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { formatPostError, STORY_STRINGS } from '../features/post/reading/story-strings.ts';
import { PostForm, PostFormSkeleton } from '../features/post/writing/post-form.tsx';
import { StoryForm } from '../features/post/writing/story-form.tsx';
import { WRITING_STRINGS } from '../features/post/writing/strings.ts';
import { useOpenedDraft } from '../features/post/writing/use-opened-draft.ts';
import { errorMessage } from '../lib/api-client.ts';
import type { OpenedDraft } from '../stores/story-draft/story-drafts.ts';

type EditTarget = { post: Post } | { error: string } | 'missing' | 'loading';

/**
 * The form for a new story, for editing the post in the route state or with the id in the URL, or for the draft in the
 * URL.
 */
export function AddPostPage() {
  const { state } = useLocation();
  const formKey = useFormKey();
  const [params] = useSearchParams();
  const routePost = postFromState(state);
  const draftKey = params.get('draft');
  const editId = params.get('edit');

  if (routePost) {
    return (
      <WritingPage isEdit>
        <StoryForm key={routePost._id} post={routePost} />
      </WritingPage>
    );
  }
  if (draftKey !== null) return <DraftPage key={draftKey} draftKey={draftKey} />;
  if (editId !== null) {
    return (
      <WritingPage isEdit>
        <EditPostForm key={editId} postId={editId} opened={null} />
      </WritingPage>
    );
  }
  return (
    <WritingPage>
      <StoryForm key={formKey} post={null} />
    </WritingPage>
  );
}

function WritingPage({ isEdit = false, children }: { isEdit?: boolean; children: ReactNode }) {
  usePageTitle(isEdit ? 'Edit story' : 'New story');
  return (
    <div className="site flex flex-1 flex-col py-10">
      <div className="mx-auto w-full max-w-3xl">
        <p className="kicker">{isEdit ? 'A page of your journal' : 'A new page'}</p>
        <h1 className="mt-2 mb-8 text-4xl">{isEdit ? 'Edit your story' : 'Write a story'}</h1>
        {children}
      </div>
    </div>
  );
}

function DraftPage({ draftKey }: { draftKey: string }) {
  const [attempts, setAttempts] = useState(0);
  const draft = useOpenedDraft(draftKey, attempts);
  if (draft === 'loading') {
    return (
      <WritingPage>
        <PostFormSkeleton label={WRITING_STRINGS.draft.loading} />
      </WritingPage>
    );
  }
  if (draft === 'missing') {
    return (
      <WritingPage>
        <NothingToEdit message={WRITING_STRINGS.draft.missing} />
      </WritingPage>
    );
  }
  if ('error' in draft) {
    return (
      <WritingPage>
        <Failure message={draft.error} onRetry={() => setAttempts(attempts + 1)} />
      </WritingPage>
    );
  }
  const { postId, isUnpublished } = draft.record;
  return (
    <WritingPage isEdit={postId !== null}>
      {postId === null || isUnpublished ? (
        <PostForm post={null} opened={draft} />
      ) : (
        <EditPostForm postId={postId} opened={draft} />
      )}
    </WritingPage>
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

/** @param opened - the draft with the changes; null to restore the draft that this tab had open before a reload, if any. */
function EditPostForm({ postId, opened }: { postId: string; opened: OpenedDraft | null }) {
  const [attempts, setAttempts] = useState(0);
  const target = usePostToEdit(postId, attempts);
  if (target === 'loading') return <PostFormSkeleton label={STORY_STRINGS.loadingPost} />;
  if (target === 'missing') {
    // The story was deleted. Its draft becomes one of a new story, so that the text is not lost.
    if (opened) return <PostForm post={null} opened={detachFromPost(opened)} />;
    return <NothingToEdit message={STORY_STRINGS.postNotFound} />;
  }
  if ('error' in target) {
    return <Failure message={formatPostError(target.error)} onRetry={() => setAttempts(attempts + 1)} />;
  }
  return opened ? <PostForm post={target.post} opened={opened} /> : <StoryForm post={target.post} />;
}

function detachFromPost(opened: OpenedDraft): OpenedDraft {
  return { ...opened, record: { ...opened.record, postId: null, baseVersion: null } };
}

function NothingToEdit({ message }: { message: string }) {
  return (
    <p role="alert">
      {message}{' '}
      <Link to={paths.addPost} className="link">
        Write a new story
      </Link>
    </p>
  );
}

/** The post in a route state, as set by the 'Edit Post' button; null without one. */
function postFromState(state: unknown): Post | null {
  if (typeof state !== 'object' || state === null || !('post' in state)) return null;
  const { post } = state;
  // Only our own link sets this state, always to a complete post.
  return typeof post === 'object' && post !== null && '_id' in post ? (post as Post) : null;
}

/** Loads the user's own story by its id, for a URL that was reloaded or saved. */
function usePostToEdit(postId: string, attempts: number): EditTarget {
  const [target, setTarget] = useState<EditTarget>('loading');
  // `attempts` triggers another load.
  useEffect(() => {
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
