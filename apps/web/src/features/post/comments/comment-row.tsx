import type { Comment } from '@safarnama/contracts';
import { Trash2 } from 'lucide-react';
import { Avatar } from '../../../components/avatar.tsx';
import { formatMessageTime } from '../../../lib/format-date.ts';
import { guessLanguage } from '../../../lib/text.ts';
import { AuthorLink } from '../author-link.tsx';
import { COMMENT_STRINGS } from './strings.ts';

interface CommentRowProps {
  comment: Comment;
  /** Null when the viewer may not delete this comment. */
  onDelete: ((comment: Comment) => void) | null;
}

export function CommentRow({ comment, onDelete }: CommentRowProps) {
  const { authorId } = comment;
  return (
    <li className="flex gap-3">
      <Avatar user={authorId} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <AuthorLink author={authorId} />
          <time dateTime={comment.createdAt} className="text-ink-soft">
            {formatMessageTime(comment.createdAt)}
          </time>
        </p>
        <p className="wrap-anywhere mt-0.5 whitespace-pre-wrap" dir="auto" lang={guessLanguage(comment.text)}>
          {comment.text}
        </p>
      </div>
      {onDelete !== null && (
        <button
          type="button"
          className="button-icon -me-3"
          aria-label={COMMENT_STRINGS.remove(authorId.fullName)}
          aria-haspopup="dialog"
          onClick={() => onDelete(comment)}
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      )}
    </li>
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
