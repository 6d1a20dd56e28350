import type { Comment, CommentInput } from '@safarnama/contracts';
import { useRef, useState } from 'react';
import { MoreButton } from '../../../components/more-button.tsx';
import { RetryButton } from '../../../components/retry-button.tsx';
import { errorMessage } from '../../../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../../../lib/default-messages.ts';
import { CommentForm } from './comment-form.tsx';
import { buildRemovedComment, buildThreads } from './comment-list.ts';
import { type CommentActions, CommentSkeleton } from './comment-row.tsx';
import { CommentThread } from './comment-thread.tsx';
import { DeleteCommentDialog } from './delete-comment-dialog.tsx';
import { COMMENT_STRINGS } from './strings.ts';
import { useAnnouncedComments } from './use-announced-comments.ts';
import { useCommentFocus } from './use-comment-focus.ts';
import { useComments } from './use-comments.ts';
import { useLinkedComment } from './use-linked-comment.ts';
import { useOpenForms } from './use-open-forms.ts';
import { useStablePosition } from './use-stable-position.ts';
import './comments.css';

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
  const focus = useCommentFocus(section);
  const reader = { userId: ownId, postId };
  const forms = useOpenForms(reader, focus);
  // Comments with a draft from an earlier visit may have been removed in the meantime.
  const unknownIds = [...forms.usedIds].filter((id) => !comments.some(({ _id }) => _id === id));
  const removed = isComplete ? unknownIds.map(buildRemovedComment) : [];
  const threads = buildThreads([...comments, ...removed], (id) => forms.usedIds.has(id));
  const { linkedId, isMissing } = useLinkedComment({
    isShown: (id) =>
      threads.some(({ comment, replies }) => [comment, ...replies].some(({ _id }) => _id === id)),
    canLoadMore: hasMore && !isLoading && error === null,
    isComplete,
    loadMore,
  });

  const actions: CommentActions = {
    canEdit: ({ authorId }) => authorId?._id === ownId,
    canDelete: ({ authorId }) => isPostAuthor || authorId?._id === ownId,
    onReply: forms.openReply,
    onEdit: forms.openEditor,
    onDelete: setPendingDeletion,
    onSave: ({ _id }, text) => edit(_id, text),
    onCloseEditor: forms.closeEditor,
    onFocusLost: ({ _id }) => focus.rememberNeighbour(_id)(),
  };

  const handleAdd = async (input: CommentInput) => {
    const comment = await add(input);
    announceText(comment.parentId === null ? COMMENT_STRINGS.posted : COMMENT_STRINGS.replyPosted);
    return comment;
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
              reader={reader}
              editorOf={forms.editorOf}
              isHighlighted={(id) => id === linkedId || recentIds.has(id)}
              replyForm={forms.replyFormOf(comment._id)}
              actions={actions}
              onAdd={handleAdd}
              onCloseReply={() => forms.closeReply(comment._id)}
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
      <CommentForm target={reader} onAdd={handleAdd} />
      {pendingDeletion !== null && (
        <DeleteCommentDialog
          comment={pendingDeletion}
          remove={remove}
          focus={focus}
          onClose={() => setPendingDeletion(null)}
        />
      )}
    </section>
  );
}
