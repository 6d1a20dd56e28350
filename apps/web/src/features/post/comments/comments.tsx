import { type Comment, DEFAULT_MESSAGES } from '@safarnama/contracts';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { errorMessage } from '../../../lib/api-client.ts';
import { firstGraphemes } from '../../../lib/text.ts';
import { READING_STRINGS } from '../reading/strings.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentRow, CommentSkeleton } from './comment-row.tsx';
import { COMMENT_STRINGS } from './strings.ts';
import { useComments } from './use-comments.ts';

/** Maximum number of graphemes of a comment that the confirm dialog quotes. */
const MAX_PREVIEW_GRAPHEMES = 140;

interface CommentsProps {
  postId: string;
  /** Number of comments when the story was loaded. */
  count: number;
  /** Authors may delete every comment on their story. */
  isPostAuthor: boolean;
  ownId: string;
}

/** The comments on a story, oldest first, with a form to add one. */
export function Comments({ postId, count, isPostAuthor, ownId }: CommentsProps) {
  const { comments, isLoading, error, hasMore, isComplete, total, loadMore, add, remove } = useComments(
    postId,
    count,
  );
  /** Comment pending deletion while the confirm dialog is open. */
  const [pendingDeletion, setPendingDeletion] = useState<Comment | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const handleDelete = async ({ _id }: Comment) => {
    try {
      await remove(_id);
    } catch (cause) {
      setPendingDeletion(null);
      toastFailure(errorMessage(cause, DEFAULT_MESSAGES.other));
      return;
    }
    setPendingDeletion(null);
    toast.success(COMMENT_STRINGS.deleted);
    // The delete button, which had the focus, has been removed with the comment.
    requestAnimationFrame(() => heading.current?.focus());
  };

  return (
    <section aria-labelledby="comments" aria-busy={isLoading} className="mt-14 border-line border-t pt-10">
      <h2 ref={heading} id="comments" tabIndex={-1} className="text-2xl focus-visible:outline-none">
        {COMMENT_STRINGS.title} <span className="font-normal text-ink-soft tabular-nums">({total})</span>
      </h2>
      {comments.length === 0 && isLoading && <CommentSkeleton />}
      {isComplete && comments.length === 0 && <p className="mt-3 text-ink-soft">{COMMENT_STRINGS.empty}</p>}
      {comments.length > 0 && (
        <ul className="mt-6 grid gap-6">
          {comments.map((comment) => (
            <CommentRow
              key={comment._id}
              comment={comment}
              onDelete={isPostAuthor || comment.authorId._id === ownId ? setPendingDeletion : null}
            />
          ))}
        </ul>
      )}
      {error !== null && (
        <p role="alert" className="mt-4 text-danger">
          {error}{' '}
          <button type="button" className="link min-h-6" onClick={loadMore}>
            {READING_STRINGS.tryAgain}
          </button>
        </p>
      )}
      {hasMore && error === null && (
        <button type="button" className="button button-quiet mt-5" disabled={isLoading} onClick={loadMore}>
          {isLoading ? COMMENT_STRINGS.loading : COMMENT_STRINGS.more}
        </button>
      )}
      <CommentForm postId={postId} ownId={ownId} onAdd={add} />
      {pendingDeletion !== null && (
        <ConfirmDialog
          title={COMMENT_STRINGS.deleteTitle}
          text={truncate(pendingDeletion.text)}
          cancelLabel={COMMENT_STRINGS.cancelDelete}
          confirmLabel={COMMENT_STRINGS.confirmDelete}
          onClose={() => setPendingDeletion(null)}
          onConfirm={() => handleDelete(pendingDeletion)}
        />
      )}
    </section>
  );
}

/** Shortens a text to `MAX_PREVIEW_GRAPHEMES`, with an ellipsis. */
function truncate(text: string): string {
  const start = firstGraphemes(text, MAX_PREVIEW_GRAPHEMES);
  return start === text ? text : `${start}…`;
}
