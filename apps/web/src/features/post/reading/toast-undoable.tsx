import { toast } from '../../../components/toast.ts';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { UndoMessage } from '../../../components/undo-message.tsx';
import { errorMessage, isNotFoundError } from '../../../lib/api-client.ts';
import { UNDO_MS } from '../../../lib/undo.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { trackOtherUser } from '../../../stores/track-user.ts';

// Durations from the specification; without one, the toast would keep that of the toast before.
const UNDONE_MS = 2_000;
const ERROR_MS = 4_000;

/** A change to a story that can be undone for a while. */
export interface UndoableChange {
  /** Equal changes of one story share their toast. */
  toastId: string;
  authorId: string;
  texts: { done: string; undoing: string; undone: string; failed: string; tooLate: string };
  /** @throws ApiError 404 when it is too late. */
  undo: () => Promise<void>;
  /** Called when the change has been undone or can no longer be undone. */
  onEnd?: () => void;
}

/** Shows that a story was changed, with a button that undoes it. */
export function toastUndoable(change: UndoableChange): void {
  toast.success(<ChangeMessage text={change.texts.done} change={change} />, {
    id: change.toastId,
    duration: UNDO_MS,
  });
}

/** Undoes the change; a toast shows the progress and the result, but not to another user who signs in meanwhile. */
export async function undoChange(change: UndoableChange): Promise<void> {
  const { toastId: id, texts, undo, onEnd } = change;
  const hasOtherSignedIn = trackOtherUser();
  toast.loading(texts.undoing, { id, duration: Number.POSITIVE_INFINITY });
  const stopHiding = useAuthStore.subscribe(() => {
    if (hasOtherSignedIn()) toast.remove(id);
  });
  try {
    await undo();
    if (hasOtherSignedIn()) return;
    toast.success(texts.undone, { id, duration: UNDONE_MS });
    onEnd?.();
  } catch (error) {
    if (hasOtherSignedIn()) return;
    if (isNotFoundError(error)) {
      toast.error(texts.tooLate, { id, duration: ERROR_MS });
      onEnd?.();
      return;
    }
    const text = errorMessage(error, texts.failed);
    toastFailure(<ChangeMessage text={text} change={change} />, { id, duration: UNDO_MS });
  } finally {
    stopHiding();
  }
}

function ChangeMessage({ text, change }: { text: string; change: UndoableChange }) {
  // Another user may have signed in since.
  const isAuthor = useAuthStore(({ user }) => user?._id === change.authorId);
  if (!isAuthor) return <span>{text}</span>;
  return <UndoMessage text={text} onUndo={() => void undoChange(change)} />;
}
