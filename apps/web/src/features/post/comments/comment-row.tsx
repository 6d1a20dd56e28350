import type { Author, Comment } from '@safarnama/contracts';
import { MessageSquareOff, Trash2 } from 'lucide-react';
import { Avatar } from '../../../components/avatar.tsx';
import { useFocusLost } from '../../../components/use-focus-lost.ts';
import { formatMessageTime } from '../../../lib/format-date.ts';
import { guessLanguage } from '../../../lib/text.ts';
import { AuthorLink } from '../author-link.tsx';
import { CommentEditor } from './comment-editor.tsx';
import { COMMENT_STRINGS } from './strings.ts';

/** What the user can do with comments. */
export interface CommentActions {
  canEdit: (comment: Comment) => boolean;
  canDelete: (comment: Comment) => boolean;
  onReply: (comment: Comment, opener: HTMLElement) => void;
  onEdit: (comment: Comment) => void;
  onDelete: (comment: Comment) => void;
  /** Rejects like `request`. */
  onSave: (comment: Comment, text: string) => Promise<void>;
  onCloseEditor: (comment: Comment) => void;
  /** Called when the row disappears while it contains the focus, but is still in the page. */
  onFocusLost: (comment: Comment) => void;
}

/** The user who reads a story, and the story. */
export interface Reader {
  userId: string;
  postId: string;
}

/** Whether a form is open, and whether the user has just opened it. */
export type FormState = 'closed' | 'open' | 'focused';

interface CommentRowProps {
  comment: Comment;
  reader: Reader;
  editor: FormState;
  /** Whether the comment is highlighted, because it has just arrived or a link leads to it. */
  isHighlighted: boolean;
  actions: CommentActions;
}

export const commentElementId = (id: string) => `comment-${id}`;

/** One comment or reply. It can receive the focus: from a link, and after a neighbouring comment was deleted. */
export function CommentRow({ comment, reader, editor, isHighlighted, actions }: CommentRowProps) {
  const { authorId } = comment;
  const isEditing = editor !== 'closed';
  const row = useFocusLost<HTMLDivElement>(() => actions.onFocusLost(comment));
  const className = `comment flex gap-3 ${isHighlighted ? 'comment-highlighted' : ''}`;
  return (
    <div
      ref={row}
      id={commentElementId(comment._id)}
      tabIndex={-1}
      data-comment={comment._id}
      className={className}
    >
      {authorId === null ? (
        <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-paper-sunk">
          <MessageSquareOff className="size-4 text-ink-soft" />
        </span>
      ) : (
        <Avatar user={authorId} />
      )}
      <div className="min-w-0 flex-1">
        {authorId === null ? (
          <p className="flex min-h-8 items-center text-ink-soft italic">{COMMENT_STRINGS.deletedComment}</p>
        ) : (
          <Byline comment={comment} author={authorId} />
        )}
        {isEditing ? (
          <CommentEditor
            comment={comment}
            target={{ ...reader, editedId: comment._id }}
            isFocused={editor === 'focused'}
            onSave={(text) => actions.onSave(comment, text)}
            onClose={() => actions.onCloseEditor(comment)}
          />
        ) : (
          authorId !== null && (
            <>
              <p
                className="wrap-anywhere mt-0.5 whitespace-pre-wrap"
                dir="auto"
                lang={guessLanguage(comment.text)}
              >
                {comment.text}
              </p>
              <TextActions comment={comment} authorName={authorId.fullName} actions={actions} />
            </>
          )
        )}
      </div>
      {authorId !== null && !isEditing && actions.canDelete(comment) && (
        <DeleteButton authorName={authorId.fullName} onDelete={() => actions.onDelete(comment)} />
      )}
    </div>
  );
}

/** Focuses the row when a part of it with the focus disappears: others deleted the comment, or it is being edited. */
const useFocusRow = <E extends HTMLElement>() =>
  useFocusLost<E>((element) =>
    element.closest<HTMLElement>('[data-comment]')?.focus({ preventScroll: true }),
  );

function Byline({ comment, author }: { comment: Comment; author: Author }) {
  const byline = useFocusRow<HTMLParagraphElement>();
  return (
    <p ref={byline} className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <AuthorLink author={author} />
      <Times comment={comment} />
    </p>
  );
}

function Times({ comment: { createdAt, editedAt } }: { comment: Comment }) {
  return (
    <span className="text-ink-soft">
      <time dateTime={createdAt}>{formatMessageTime(createdAt)}</time>
      {editedAt !== null && (
        <>
          {' · '}
          {COMMENT_STRINGS.edited({
            time: formatMessageTime(editedAt),
            date: (text) => <time dateTime={editedAt}>{text}</time>,
          })}
        </>
      )}
    </span>
  );
}

interface TextActionsProps {
  comment: Comment;
  authorName: string;
  actions: CommentActions;
}

function TextActions({ comment, authorName, actions }: TextActionsProps) {
  const buttons = useFocusRow<HTMLParagraphElement>();
  return (
    <p ref={buttons} className="mt-0.5 flex gap-4 text-sm">
      <button
        type="button"
        className="link touch-target min-h-8 py-1"
        aria-label={COMMENT_STRINGS.replyTo({ name: authorName })}
        onClick={({ currentTarget }) => actions.onReply(comment, currentTarget)}
      >
        {COMMENT_STRINGS.reply}
      </button>
      {actions.canEdit(comment) && (
        <button
          type="button"
          className="link touch-target min-h-8 py-1"
          data-action="edit"
          aria-label={COMMENT_STRINGS.editOwn}
          onClick={() => actions.onEdit(comment)}
        >
          {COMMENT_STRINGS.edit}
        </button>
      )}
    </p>
  );
}

function DeleteButton({ authorName, onDelete }: { authorName: string; onDelete: () => void }) {
  const button = useFocusRow<HTMLButtonElement>();
  return (
    <button
      ref={button}
      type="button"
      className="button-icon -me-3"
      aria-label={COMMENT_STRINGS.remove({ name: authorName })}
      aria-haspopup="dialog"
      onClick={onDelete}
    >
      <Trash2 aria-hidden className="size-4" />
    </button>
  );
}

/** Placeholder while the first page of comments loads. */
export function CommentSkeleton() {
  return (
    <div className="mt-6">
      <p role="status" className="sr-only">
        {COMMENT_STRINGS.loading}
      </p>
      <div aria-hidden className="flex gap-3">
        <div className="skeleton size-8 shrink-0 !rounded-full" />
        <div className="grid flex-1 gap-2">
          <div className="skeleton h-4 w-1/3" />
          <div className="skeleton h-4" />
        </div>
      </div>
    </div>
  );
}
