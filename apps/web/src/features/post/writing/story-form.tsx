import type { Post } from '@safarnama/contracts';
import { useEffect, useState } from 'react';
import { Failure } from '../../../components/notice.tsx';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { clearResumeMarker, readResumeMarker } from '../../../stores/story-draft/resume-marker.ts';
import { PostForm, PostFormSkeleton } from './post-form.tsx';
import { WRITING_STRINGS } from './strings.ts';
import { useOpenedDraft } from './use-opened-draft.ts';

/**
 * The form for a new story or for `post`. It continues the draft that it was showing in this tab before a reload or
 * before the session ended.
 */
export function StoryForm({ post }: { post: Post | null }) {
  const userId = useAuthStore((state) => state.user?._id ?? '');
  const [draftKey] = useState(() => readResumeMarker(userId, post?._id ?? 'new'));
  const [attempts, setAttempts] = useState(0);
  const draft = useOpenedDraft(draftKey, attempts);
  useEffect(clearResumeMarker, []);

  if (draft === 'loading') return <PostFormSkeleton label={WRITING_STRINGS.draft.loading} />;
  if (draft === 'missing') return <PostForm post={post} opened={null} />;
  if ('error' in draft) return <Failure message={draft.error} onRetry={() => setAttempts(attempts + 1)} />;
  return <PostForm post={post} opened={draft} />;
}
