import type { Comment, CommentInput } from '@safarnama/contracts';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { RetryButton } from '../../../components/retry-button.tsx';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { errorMessage } from '../../../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../../../lib/default-messages.ts';
import { truncate } from '../../../lib/truncate.ts';
import { trackOtherUser } from '../../../stores/track-user.ts';
import { listDraftThreads, listEditedComments } from './comment-drafts.ts';
import { CommentForm } from './comment-form.tsx';
import { buildRemovedComment, buildThreads } from './comment-list.ts';
import { type CommentActions, CommentSkeleton } from './comment-row.tsx';
import { CommentThread } from './comment-thread.tsx';
import { COMMENT_STRINGS } from './strings.ts';
import { useAnnouncedComments } from './use-announced-comments.ts';
import { useCommentFocus } from './use-comment-focus.ts';
import { useComments } from './use-comments.ts';
import { useLinkedComment } from './use-linked-comment.ts';
import { useStablePosition } from './use-stable-position.ts';
import './comments.css';

/** Maximum number of graphemes of a comment that the confirm dialog quotes. */
const MAX_PREVIEW_GRAPHEMES = 140;

interface CommentsProps {
  postId: string;
  /** Number of comments when the story was loaded. */
  count: number;
  /** Whether the user is the author of the story, who may delete every comment on it. */
  isPostAuthor: boolean;
  ownId: string;
}

/** The comments on a story, oldest first with their replies, and a form to add one. */
export function Comments({ postId, count, isPostAuthor, ownId }: CommentsProps) {
  const section = useRef<HTMLElement>(null);
  const savePosition = useStablePosition(section);
  const { announcement, recentIds, announceText, announceComment } = useAnnouncedComments();
  const { comments, isLoading, error, hasMore, isComplete, total, loadMore, add, edit, remove } = useComments(
    postId,
    { initialCount: count, ownId, onOthersComment: announceComment, onBeforeChange: savePosition },
  );
  /** Comment pending deletion while the confirm dialog is open. */
  const [pendingDeletion, setPendingDeletion] = useState<Comment | null>(null);
  /**
   * Ids of comments with an open editor; an editor opened for a draft from an earlier visit does not take the focus.
   */
  const [editors, setEditors] = useState<ReadonlyMap<string, 'open' | 'focused'>>(
    () => new Map(listEditedComments(ownId, postId).map((id) => [id, 'open'])),
  );
  /** Ids of comments with an open reply form and the button that opened it; null for a draft from an earlier visit. */
  const [replyForms, setReplyForms] = useState<ReadonlyMap<string, HTMLElement | null>>(
    () => new Map(listDraftThreads(ownId, postId).map((id) => [id, null])),
  );
  const focus = useCommentFocus(section);
  // Comments with a draft from an earlier visit may have been removed in the meantime.
  const usedIds = new Set([...editors.keys(), ...replyForms.keys()]);
  const unknownIds = [...usedIds].filter((id) => !comments.some(({ _id }) => _id === id));
  const removed = isComplete ? unknownIds.map(buildRemovedComment) : [];
  const threads = buildThreads([...comments, ...removed], (id) => usedIds.has(id));
  const { linkedId, isMissing } = useLinkedComment({
    isShown: (id) =>
      threads.some(({ comment, replies }) => [comment, ...replies].some(({ _id }) => _id === id)),
    canLoadMore: hasMore && !isLoading && error === null,
    isComplete,
    loadMore,
  });

  const closeReply = (threadId: string) => {
    focus.returnFromReply(threadId, replyForms.get(threadId) ?? null);
    setReplyForms((forms) => new Map([...forms].filter(([id]) => id !== threadId)));
  };
  const actions: CommentActions = {
    canEdit: ({ authorId }) => authorId?._id === ownId,
    canDelete: ({ authorId }) => isPostAuthor || authorId?._id === ownId,
    onReply(comment, opener) {
      const threadId = comment.parentId ?? comment._id;
      if (replyForms.has(threadId)) document.getElementById(`reply-${threadId}`)?.focus();
      setReplyForms((forms) => new Map([...forms, [threadId, opener]]));
    },
    onEdit: ({ _id }) => setEditors((open) => new Map([...open, [_id, 'focused']])),
    onDelete: setPendingDeletion,
    onSave: ({ _id }, text) => edit(_id, text),
    onCloseEditor({ _id }) {
      setEditors((open) => new Map([...open].filter(([id]) => id !== _id)));
      focus.returnToRow(_id);
    },
    onFocusLost: ({ _id }) => focus.rememberNeighbour(_id)(),
  };

  const handleAdd = async (input: CommentInput) => {
    const comment = await add(input);
    announceText(comment.parentId === null ? COMMENT_STRINGS.posted : COMMENT_STRINGS.replyPosted);
    return comment;
  };
  const handleDelete = async (comment: Comment, isOpen: () => boolean) => {
    const hasOtherSignedIn = trackOtherUser();
    const focusNeighbour = focus.rememberNeighbour(comment._id);
    const close = () => {
      if (isOpen()) setPendingDeletion(null);
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
    <section
      ref={section}
      aria-labelledby="comments"
      aria-busy={isLoading}
      className="mt-14 border-line border-t pt-10"
    >
      <h2 id="comments" tabIndex={-1} className="text-2xl focus-visible:outline-none">
        {COMMENT_STRINGS.title({
          count: total,
          total: (number) => <span className="font-normal text-ink-soft tabular-nums">{number}</span>,
        })}
      </h2>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <p role="status" className={isMissing ? 'mt-3 text-ink-soft' : 'sr-only'}>
        {isMissing && COMMENT_STRINGS.linkedMissing}
      </p>
      {comments.length === 0 && isLoading && <CommentSkeleton />}
      {isComplete && threads.length === 0 && <p className="mt-3 text-ink-soft">{COMMENT_STRINGS.empty}</p>}
      {threads.length > 0 && (
        <ul className="mt-6 grid gap-6">
          {threads.map(({ comment, replies }) => (
            <CommentThread
              key={comment._id}
              comment={comment}
              replies={replies}
              reader={{ userId: ownId, postId }}
              editorOf={(id) => editors.get(id) ?? 'closed'}
              isHighlighted={(id) => id === linkedId || recentIds.has(id)}
              replyForm={
                !replyForms.has(comment._id) ? 'closed' : replyForms.get(comment._id) ? 'focused' : 'open'
              }
              actions={actions}
              onAdd={handleAdd}
              onCloseReply={() => closeReply(comment._id)}
            />
          ))}
        </ul>
      )}
      {error !== null && (
        <p role="alert" className="mt-4 text-danger">
          {errorMessage(error, DEFAULT_MESSAGES.other)}{' '}
          <RetryButton className="link min-h-6" onRetry={() => loadMore()} />
        </p>
      )}
      {hasMore && error === null && (
        <MoreButton
          isLoading={isLoading}
          label={COMMENT_STRINGS.more}
          loadingLabel={COMMENT_STRINGS.loading}
          className="mt-5"
          onLoad={() => loadMore()}
        />
      )}
      <CommentForm target={{ userId: ownId, postId }} onAdd={handleAdd} />
      {pendingDeletion !== null && (
        <ConfirmDialog
          title={COMMENT_STRINGS.deleteTitle}
          text={truncate(pendingDeletion.text, MAX_PREVIEW_GRAPHEMES)}
          cancelLabel={COMMENT_STRINGS.cancelDelete}
          confirmLabel={COMMENT_STRINGS.confirmDelete}
          onClose={() => setPendingDeletion(null)}
          onConfirm={(isOpen) => handleDelete(pendingDeletion, isOpen)}
        />
      )}
    </section>
  );
}
