import type { Comment } from '@safarnama/contracts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { toast } from '../../../components/toast.ts';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { errorMessage } from '../../../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../../../lib/default-messages.ts';
import { truncate } from '../../../lib/truncate.ts';
import { trackOtherUser } from '../../../stores/track-user.ts';
import { COMMENT_STRINGS } from './strings.ts';
import type { useCommentFocus } from './use-comment-focus.ts';

/** Maximum number of graphemes of the comment that the dialog quotes. */
const MAX_PREVIEW_GRAPHEMES = 140;

interface DeleteCommentDialogProps {
  comment: Comment;
  /** Rejects like `request`. */
  remove: (comment: Comment) => Promise<void>;
  focus: ReturnType<typeof useCommentFocus>;
  onClose: () => void;
}

/** Asks for confirmation, then deletes a comment. */
export function DeleteCommentDialog({ comment, remove, focus, onClose }: DeleteCommentDialogProps) {
  const handleConfirm = async (isOpen: () => boolean) => {
    const hasOtherSignedIn = trackOtherUser();
    const focusNeighbour = focus.rememberNeighbour(comment._id);
    const close = () => {
      if (isOpen()) onClose();
    };
    try {
      await remove(comment);
    } catch (cause) {
      close();
      if (!hasOtherSignedIn()) toastFailure(errorMessage(cause, DEFAULT_MESSAGES.other));
      return;
    }
    close();
    if (hasOtherSignedIn()) return;
    toast.success(COMMENT_STRINGS.deleted);
    // The delete button, which had the focus, has been removed with the comment.
    focusNeighbour();
  };
  return (
    <ConfirmDialog
      title={COMMENT_STRINGS.deleteTitle}
      text={truncate(comment.text, MAX_PREVIEW_GRAPHEMES)}
      cancelLabel={COMMENT_STRINGS.cancelDelete}
      confirmLabel={COMMENT_STRINGS.confirmDelete}
      onClose={onClose}
      onConfirm={handleConfirm}
    />
  );
}
