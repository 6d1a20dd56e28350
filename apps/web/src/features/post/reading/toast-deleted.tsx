import type { Post } from '@safarnama/contracts';
import toast from 'react-hot-toast';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { UndoMessage } from '../../../components/undo-message.tsx';
import { errorMessage, isNotFoundError } from '../../../lib/api-client.ts';
import { UNDO_MS } from '../../../lib/undo.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import type { CardLists } from '../../../stores/card-lists.ts';
import { undeletePost } from '../../../stores/undelete-post.ts';
import { STORY_STRINGS } from './story-strings.ts';

const RESTORED_MS = 2_000;

interface Deletion {
  post: Pick<Post, '_id' | 'authorId'> & { excerpt?: string };
  /** The lists before the deletion, or the current ones if those are unknown. */
  before: CardLists;
  /** Called when the story is restored, or when it is too late for that. */
  onDone?: () => void;
}

/** Shows that a story is deleted, with a button that restores it. */
export function toastDeleted(deletion: Deletion): void {
  toast.success(<DeletionMessage text={STORY_STRINGS.postDeleted} deletion={deletion} />, {
    id: toastId(deletion),
    duration: UNDO_MS,
  });
}

function toastId({ post }: Deletion): string {
  return `deleted:${post._id}`;
}

/** Restores the story; a toast shows the progress and the result. */
export async function restoreDeleted(deletion: Deletion): Promise<void> {
  const { post, before, onDone } = deletion;
  const id = toastId(deletion);
  toast.loading(STORY_STRINGS.restoring, { id, duration: Number.POSITIVE_INFINITY });
  try {
    await undeletePost(post._id, before, post.excerpt);
    toast.success(STORY_STRINGS.restored, { id, duration: RESTORED_MS });
    onDone?.();
  } catch (error) {
    if (isNotFoundError(error)) {
      toast.error(STORY_STRINGS.tooLateToRestore, { id, duration: UNDO_MS });
      onDone?.();
      return;
    }
    const text = errorMessage(error, STORY_STRINGS.restoreFailed);
    toastFailure(<DeletionMessage text={text} deletion={deletion} />, { id, duration: UNDO_MS });
  }
}

function DeletionMessage({ text, deletion }: { text: string; deletion: Deletion }) {
  // Another user may have signed in meanwhile.
  const isAuthor = useAuthStore(({ user }) => user?._id === deletion.post.authorId._id);
  if (!isAuthor) return <span>{text}</span>;
  return <UndoMessage text={text} onUndo={() => void restoreDeleted(deletion)} />;
}
