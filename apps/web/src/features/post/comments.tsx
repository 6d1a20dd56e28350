import type { Comment } from '@safarnama/contracts';
import { DEFAULT_MESSAGES, LIMITS } from '@safarnama/contracts';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import toast from 'react-hot-toast';
import * as postApi from '../../api/post.api.ts';
import { Avatar } from '../../components/avatar.tsx';
import { errorMessage } from '../../lib/api-client.ts';
import { formatMessageTime } from '../../lib/format-date.ts';

interface CommentsProps {
  postId: string;
  /** May delete each comment. */
  isPostAuthor: boolean;
  ownId: string;
}

/** What readers say to a story, oldest first, with a field to join in. */
export function Comments({ postId, isPostAuthor, ownId }: CommentsProps) {
  const [comments, setComments] = useState<Comment[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  const load = useCallback(
    async (from: string | null) => {
      setError(null);
      try {
        const page = await postApi.listComments(postId, from);
        setComments((known) => merge(from === null ? [] : known, page.comments));
        setCursor(page.nextCursor);
      } catch (cause) {
        setError(errorMessage(cause, DEFAULT_MESSAGES.other));
      }
    },
    [postId],
  );

  useEffect(() => {
    void load(null);
  }, [load]);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isBusy) return;
    setIsBusy(true);
    try {
      const comment = await postApi.addComment(postId, text.trim());
      setComments((known) => merge(known, [comment]));
      setText('');
    } catch (cause) {
      toast.error(errorMessage(cause, DEFAULT_MESSAGES.other));
    } finally {
      setIsBusy(false);
    }
  };

  const handleRemove = async (commentId: string) => {
    try {
      await postApi.removeComment(postId, commentId);
      setComments((known) => known.filter((comment) => comment._id !== commentId));
    } catch (cause) {
      toast.error(errorMessage(cause, DEFAULT_MESSAGES.other));
    }
  };

  return (
    <section aria-labelledby="comments" className="mt-14 border-line border-t pt-10">
      <h2 id="comments" className="text-2xl">
        Comments
      </h2>
      <ul className="mt-6 grid gap-5">
        {comments.map((comment) => (
          <li key={comment._id} className="flex gap-3">
            <Avatar person={comment.authorId} />
            <div className="min-w-0 flex-1">
              <p className="text-sm">
                <span className="font-semibold">{comment.authorId.fullName}</span>{' '}
                <time dateTime={comment.createdAt} className="text-ink-soft">
                  {formatMessageTime(comment.createdAt)}
                </time>
              </p>
              <p className="whitespace-pre-wrap" dir="auto">
                {comment.text}
              </p>
            </div>
            {(isPostAuthor || comment.authorId._id === ownId) && (
              <button
                type="button"
                className="button-icon"
                aria-label={`Delete the comment of ${comment.authorId.fullName}`}
                onClick={() => void handleRemove(comment._id)}
              >
                <Trash2 aria-hidden className="size-4" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {error !== null && (
        <p role="alert" className="mt-4 text-danger">
          {error}{' '}
          <button type="button" className="link" onClick={() => void load(cursor)}>
            Try again
          </button>
        </p>
      )}
      {cursor !== null && error === null && (
        <button type="button" className="button button-quiet mt-5" onClick={() => void load(cursor)}>
          Show more comments
        </button>
      )}
      <form onSubmit={handleSubmit} className="mt-6">
        <label htmlFor="comment" className="mb-1.5 block font-semibold text-sm">
          Your comment
        </label>
        <textarea
          id="comment"
          rows={3}
          maxLength={LIMITS.commentText}
          className="input"
          dir="auto"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="button button-primary mt-3" disabled={isBusy || text.trim() === ''}>
          Post comment
        </button>
      </form>
    </section>
  );
}

function merge(known: Comment[], added: Comment[]): Comment[] {
  return [...new Map([...known, ...added].map((comment) => [comment._id, comment])).values()];
}
