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
  post: Post;
  /** The lists before the deletion. */
  before: CardLists;
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

/** Restores the story; the toast shows the progress and the result. */
async function undo(deletion: Deletion): Promise<void> {
  const { post, before } = deletion;
  const id = toastId(deletion);
  toast.loading(STORY_STRINGS.restoring, { id, duration: Number.POSITIVE_INFINITY });
  try {
    await undeletePost(post._id, before);
    toast.success(STORY_STRINGS.restored, { id, duration: RESTORED_MS });
  } catch (error) {
    if (isNotFoundError(error)) {
      toast.error(STORY_STRINGS.tooLateToRestore, { id, duration: UNDO_MS });
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
  return <UndoMessage text={text} onUndo={() => void undo(deletion)} />;
}
