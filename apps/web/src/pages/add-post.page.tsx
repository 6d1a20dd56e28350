import type { Post } from '@safarnama/contracts';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import * as draftApi from '../api/draft.api.ts';
import { findOwn } from '../api/own-post.api.ts';
import * as placeApi from '../api/place.api.ts';
import { Failure } from '../components/notice.tsx';
import { useFormKey } from '../components/use-form-key.ts';
import { useLoaded } from '../components/use-loaded.ts';
import { useLoadedWithRetry } from '../components/use-loaded-with-retry.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { ARTICLE_STRINGS } from '../features/post/reading/article-strings.ts';
import { STORY_STRINGS } from '../features/post/reading/story-strings.ts';
import { PostForm, PostFormSkeleton } from '../features/post/writing/post-form.tsx';
import { DraftFailure, StoryForm } from '../features/post/writing/story-form.tsx';
import { WRITING_STRINGS } from '../features/post/writing/strings.ts';
import { useOpenedDraft } from '../features/post/writing/use-opened-draft.ts';
import { errorMessage, isNotFoundError } from '../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../lib/default-messages.ts';
import { clearResumeMarker } from '../stores/story-draft/resume-marker.ts';
import type { OpenedDraft } from '../stores/story-draft/story-drafts.ts';

const { page: STRINGS } = WRITING_STRINGS;

/**
 * The form for a new story (at the place in the URL, if any), for editing the post with the id in the URL or, on the
 * first visit, in the route state, or for the draft in the URL.
 */
export function AddPostPage() {
  const { state } = useLocation();
  const formKey = useFormKey();
  const [params] = useSearchParams();
  const routePost = postFromState(state);
  const draftKey = params.get('draft');
  const editId = params.get('edit');
  // After a reload or Back, the post in the route state may be outdated: then it is shown only if it cannot be loaded.
  const [isRestored] = useState(useNavigationType() === 'POP');

  if (routePost && !(isRestored && editId !== null)) {
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
        <EditPostForm key={editId} postId={editId} opened={null} fallback={routePost} />
      </WritingPage>
    );
  }
  const placeSlug = params.get('place');
  return (
    <WritingPage>
      {placeSlug === null ? (
        <StoryForm key={formKey} post={null} />
      ) : (
        <StoryFormAt key={formKey} slug={placeSlug} />
      )}
    </WritingPage>
  );
}

/** The form for a new story at a place. */
function StoryFormAt({ slug }: { slug: string }) {
  const load = useCallback(() => placeApi.getBySlug(slug), [slug]);
  const { data: place, error, reload } = useLoadedWithRetry(load);
  if (isNotFoundError(error)) return <NothingToEdit message={WRITING_STRINGS.place.missing} />;
  if (error !== null) {
    return <Failure message={errorMessage(error, WRITING_STRINGS.place.loadFailed)} onRetry={reload} />;
  }
  if (place === undefined) return <PostFormSkeleton label={WRITING_STRINGS.place.loading} />;
  return <StoryForm post={null} place={place} />;
}

function WritingPage({ isEdit = false, children }: { isEdit?: boolean; children: ReactNode }) {
  usePageTitle(isEdit ? STRINGS.editTitle : STRINGS.newTitle);
  return (
    <div className="site flex flex-1 flex-col py-10">
      <div className="mx-auto w-full max-w-3xl">
        <p className="kicker">{isEdit ? STRINGS.editKicker : STRINGS.newKicker}</p>
        <h1 className="mt-2 mb-8 text-4xl">{isEdit ? STRINGS.editHeading : STRINGS.newHeading}</h1>
        {children}
      </div>
    </div>
  );
}

function DraftPage({ draftKey }: { draftKey: string }) {
  const loaded = useOpenedDraft(draftKey);
  // The URL names the draft; if the marker remained, the next empty form would open the draft too.
  useEffect(clearResumeMarker, []);
  useFocusHeading();
  return (
    <WritingPage isEdit={loaded.data ? loaded.data.record.postId !== null : false}>
      <DraftForm draftKey={draftKey} {...loaded} />
    </WritingPage>
  );
}

/**
 * Focuses the heading if the link that led here had the focus: on the page of a new story, it has disappeared, and the
 * path is the same, so the focus would be lost. Does nothing on the first page; see `FocusManager`.
 */
function useFocusHeading(): void {
  const isHistoryMove = useNavigationType() === 'POP';
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('#main h1');
    if (isHistoryMove || !heading || document.activeElement !== document.body) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, []);
}

interface DraftFormProps extends ReturnType<typeof useOpenedDraft> {
  draftKey: string;
}

function DraftForm({ draftKey, data: draft, error, reload }: DraftFormProps) {
  if (error !== null) return <DraftFailure error={error} onRetry={reload} />;
  if (draft === undefined) return <PostFormSkeleton label={WRITING_STRINGS.draft.loading} />;
  if (draft === null) return <MissingDraft draftKey={draftKey} />;
  const { postId, isUnpublished } = draft.record;
  if (postId === null || isUnpublished) return <PostForm post={null} opened={draft} />;
  return <EditPostForm postId={postId} opened={draft} />;
}

/** In place of the form of a draft that was published, usually at its scheduled time, or deleted. */
function MissingDraft({ draftKey }: { draftKey: string }) {
  const load = useCallback(() => draftApi.findWithStory(draftKey), [draftKey]);
  const { data, error } = useLoaded(load);
  if (data === undefined && error === null) return <PostFormSkeleton label={WRITING_STRINGS.draft.loading} />;
  const story = data?.story ?? null;
  if (story) return <NothingToEdit message={WRITING_STRINGS.draft.published} story={story} />;
  return <NothingToEdit message={WRITING_STRINGS.draft.missing} />;
}

/**
 * @param opened - the draft with the changes; null to continue the draft that this tab showed before a reload, if any.
 * @param fallback - the story as it was, in case that it cannot be loaded.
 */
function EditPostForm({
  postId,
  opened,
  fallback = null,
}: {
  postId: string;
  opened: OpenedDraft | null;
  fallback?: Post | null;
}) {
  const load = useCallback(() => findOwn(postId), [postId]);
  const { data: post, error, reload } = useLoaded(load);
  if (error !== null) {
    if (fallback) return <StoryForm post={fallback} />;
    const message = ARTICLE_STRINGS.error({ message: errorMessage(error, DEFAULT_MESSAGES.getPost) });
    return <Failure message={message} onRetry={reload} />;
  }
  if (post === undefined) return <PostFormSkeleton label={ARTICLE_STRINGS.loading} />;
  if (post === null) {
    // The story was deleted. Its draft becomes the draft of a new story, so that the text is not lost.
    if (opened) return <PostForm post={null} opened={detachFromPost(opened)} />;
    return <NothingToEdit message={STORY_STRINGS.postNotFound} />;
  }
  return opened ? <PostForm post={post} opened={opened} /> : <StoryForm post={post} />;
}

function detachFromPost(opened: OpenedDraft): OpenedDraft {
  return { ...opened, record: { ...opened.record, postId: null, baseVersion: null } };
}

/** @param story - the story to link to; null for a link to an empty form. */
function NothingToEdit({ message, story = null }: { message: string; story?: Post | null }) {
  return (
    <p role="alert">
      {message}{' '}
      <Link to={story ? paths.post(story.slug) : paths.addPost} className="link">
        {story ? STRINGS.openStory : STRINGS.writeNew}
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
