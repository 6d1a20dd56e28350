import type { PlaceHit, Post } from '@safarnama/contracts';
import { useEffect, useState } from 'react';
import { Failure } from '../../../components/notice.tsx';
import { errorMessage } from '../../../lib/api-client.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { clearResumeMarker, readResumeMarker } from '../../../stores/story-draft/resume-marker.ts';
import { PostForm, PostFormSkeleton } from './post-form.tsx';
import { WRITING_STRINGS } from './strings.ts';
import { useOpenedDraft } from './use-opened-draft.ts';

/**
 * The form for a new story, at `place` if given, or for `post`. It continues the draft that this tab showed before a
 * reload or before the session ended.
 */
export function StoryForm({ post, place = null }: { post: Post | null; place?: PlaceHit | null }) {
  const userId = useAuthStore((state) => state.user?._id ?? '');
  const [draftKey] = useState(() => readResumeMarker(userId, post?._id ?? 'new'));
  useEffect(clearResumeMarker, []);

  if (draftKey === null) return <PostForm post={post} opened={null} place={place} />;
  return <ResumedForm post={post} draftKey={draftKey} />;
}

function ResumedForm({ post, draftKey }: { post: Post | null; draftKey: string }) {
  const { data: draft, error, reload } = useOpenedDraft(draftKey);
  if (error !== null) return <DraftFailure error={error} onRetry={reload} />;
  if (draft === undefined) return <PostFormSkeleton label={WRITING_STRINGS.draft.loading} />;
  return <PostForm post={post} opened={draft} />;
}

export function DraftFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <Failure message={errorMessage(error, WRITING_STRINGS.draft.loadFailed)} onRetry={onRetry} />;
}
