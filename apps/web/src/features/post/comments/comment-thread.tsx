import type { Comment, CommentInput } from '@safarnama/contracts';
import { ReplyForm } from './comment-form.tsx';
import type { Thread } from './comment-list.ts';
import { type CommentActions, CommentRow, type FormState, type Reader } from './comment-row.tsx';
import { COMMENT_STRINGS } from './strings.ts';

interface CommentThreadProps extends Thread {
  reader: Reader;
  /** State of the editor of a comment, by its id. */
  editorOf: (id: string) => FormState;
  isHighlighted: (id: string) => boolean;
  replyForm: FormState;
  actions: CommentActions;
  onAdd: (input: CommentInput) => Promise<Comment>;
  onCloseReply: () => void;
}

/** A comment on the story with its replies and the form for another reply. */
export function CommentThread(props: CommentThreadProps) {
  const { comment, replies, reader, editorOf, isHighlighted, replyForm, actions, onAdd, onCloseReply } =
    props;
  const authorName = comment.authorId?.fullName ?? null;
  // A deleted comment accepts no replies, but its replies do.
  const parent = comment.deletedAt === null ? comment : (replies.at(-1) ?? comment);
  const renderRow = (row: Comment) => (
    <CommentRow
      comment={row}
      reader={reader}
      editor={editorOf(row._id)}
      isHighlighted={isHighlighted(row._id)}
      actions={actions}
    />
  );
  return (
    <li>
      {renderRow(comment)}
      {(replies.length > 0 || replyForm !== 'closed') && (
        <div className="ms-4 mt-4 border-line border-s ps-4 sm:ms-11">
          {replies.length > 0 && (
            <ul
              aria-label={
                authorName === null
                  ? COMMENT_STRINGS.repliesToDeleted
                  : COMMENT_STRINGS.replies({ name: authorName })
              }
              className="grid gap-4"
            >
              {replies.map((reply) => (
                <li key={reply._id}>{renderRow(reply)}</li>
              ))}
            </ul>
          )}
          {replyForm !== 'closed' && (
            <ReplyForm
              target={{ ...reader, threadId: comment._id }}
              authorName={parent.authorId?.fullName ?? null}
              isFocused={replyForm === 'focused'}
              onAdd={(input) => onAdd({ ...input, parentId: parent._id })}
              onClose={onCloseReply}
            />
          )}
        </div>
      )}
    </li>
  );
}
