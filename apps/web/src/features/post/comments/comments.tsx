import type { Comment } from '@safarnama/contracts';
import { DEFAULT_MESSAGES, LIMITS, normalizeText } from '@safarnama/contracts';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { Link } from 'react-router-dom';
import * as postApi from '../../../api/post.api.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useOnReconnect } from '../../../components/use-is-online.ts';
import { paths } from '../../../config/paths.ts';
import { errorMessage } from '../../../lib/api-client.ts';
import { createFormStash } from '../../../lib/form-stash.ts';
import { formatMessageTime } from '../../../lib/format-date.ts';
import { randomId } from '../../../lib/random-id.ts';
import { guessLanguage } from '../../../lib/text.ts';
import { useFormStash } from '../../../stores/use-form-stash.ts';
import { STORY_STRINGS } from '../reading/story-strings.ts';
import { READING_STRINGS } from '../reading/strings.ts';

/** A comment that is being written. */
interface CommentDraft {
  text: string;
  /** One for all tries, until one is accepted: a try whose answer was lost is not stored twice. */
  clientCommentId: string;
}

const createDraft = (text = ''): CommentDraft => ({ text, clientCommentId: randomId() });

/** Half a comment, over the end of a session. */
const commentStash = createFormStash<CommentDraft>();

/** Letters of a comment that the question before deleting it shows. */
const MAX_PREVIEW_GRAPHEMES = 140;

interface CommentsProps {
  postId: string;
  /** How many there are, as the story came; one's own changes are counted from there. */
  count: number;
  /** May delete each comment. */
  isPostAuthor: boolean;
  ownId: string;
}

/** What readers say to a story, oldest first, with a field to join in. */
export function Comments({ postId, count, isPostAuthor, ownId }: CommentsProps) {
  const [comments, setComments] = useState<Comment[]>([]);
  const [countChange, setCountChange] = useState(0);
  const [isLoading, setIsLoading] = useState(true);
  const [cursor, setCursor] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [draft, setDraft] = useState(() => commentStash.restore(ownId, postId) ?? createDraft());
  const [isBusy, setIsBusy] = useState(false);
  /** The comment that is to go, while it is asked whether it shall. */
  const [pendingDeletion, setPendingDeletion] = useState<Comment | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFormStash(commentStash, ownId, postId, draft);

  const load = useCallback(
    async (fromCursor: string | null) => {
      setError(null);
      setIsLoading(true);
      try {
        const page = await postApi.listComments(postId, fromCursor);
        setComments((current) => mergeComments(fromCursor === null ? [] : current, page.comments));
        setCursor(page.nextCursor);
      } catch (cause) {
        setError(errorMessage(cause, DEFAULT_MESSAGES.other));
      } finally {
        setIsLoading(false);
      }
    },
    [postId],
  );

  useEffect(() => {
    void load(null);
  }, [load]);

  useOnReconnect(error !== null, () => void load(cursor));

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || isBusy) return;
    setIsBusy(true);
    try {
      const comment = await postApi.addComment(postId, { ...draft, text: draft.text.trim() });
      setComments((current) => mergeComments(current, [comment]));
      setCountChange((previous) => previous + 1);
      // What was changed after the try that was stored, or while it was on its way, was not: it stays.
      setDraft(({ text }) => createDraft(isSameText(comment, text) ? '' : text));
      if (!isSameText(comment, draft.text)) toast(STORY_STRINGS.postedBefore);
    } catch (cause) {
      toast.error(errorMessage(cause, DEFAULT_MESSAGES.other));
    } finally {
      setIsBusy(false);
    }
  };

  const handleDelete = async ({ _id }: Comment) => {
    try {
      await postApi.removeComment(postId, _id);
    } catch (cause) {
      setPendingDeletion(null);
      toast.error(errorMessage(cause, DEFAULT_MESSAGES.other));
      return;
    }
    setPendingDeletion(null);
    setComments((current) => current.filter((comment) => comment._id !== _id));
    setCountChange((previous) => previous - 1);
    toast.success(STORY_STRINGS.commentDeleted);
    // Its button, where the focus was, has gone with it.
    requestAnimationFrame(() => heading.current?.focus());
  };

  const isEmpty = draft.text.trim() === '';
  // While a page is missing the story's own count is all we know; the list itself is right once it is whole.
  const isFullyLoaded = !isLoading && error === null && cursor === null;
  const total = isFullyLoaded ? comments.length : Math.max(count + countChange, comments.length);
  return (
    <section aria-labelledby="comments" aria-busy={isLoading} className="mt-14 border-line border-t pt-10">
      <h2 ref={heading} id="comments" tabIndex={-1} className="text-2xl focus-visible:outline-none">
        {STORY_STRINGS.comments} <span className="font-normal text-ink-soft tabular-nums">({total})</span>
      </h2>
      {comments.length === 0 && isLoading && <CommentSkeleton />}
      {isFullyLoaded && comments.length === 0 && (
        <p className="mt-3 text-ink-soft">{STORY_STRINGS.noComments}</p>
      )}
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
          <button type="button" className="link min-h-6" onClick={() => void load(cursor)}>
            {READING_STRINGS.tryAgain}
          </button>
        </p>
      )}
      {cursor !== null && error === null && (
        <button
          type="button"
          className="button button-quiet mt-5"
          disabled={isLoading}
          onClick={() => void load(cursor)}
        >
          {isLoading ? STORY_STRINGS.loadingComments : STORY_STRINGS.moreComments}
        </button>
      )}
      <form onSubmit={handleSubmit} className="mt-6">
        <label htmlFor="comment" className="mb-1.5 block font-semibold text-sm">
          {STORY_STRINGS.yourComment}
        </label>
        <textarea
          id="comment"
          rows={3}
          maxLength={LIMITS.commentText}
          className="input"
          dir="auto"
          value={draft.text}
          onChange={({ target: { value } }) => setDraft((previous) => ({ ...previous, text: value }))}
        />
        <button type="submit" className="button button-primary mt-3" disabled={isBusy || isEmpty}>
          {STORY_STRINGS.postComment}
        </button>
      </form>
      {pendingDeletion !== null && (
        <ConfirmDialog
          title={STORY_STRINGS.deleteCommentTitle}
          text={truncate(pendingDeletion.text)}
          cancelLabel={STORY_STRINGS.cancelDelete}
          confirmLabel={STORY_STRINGS.deleteComment}
          onClose={() => setPendingDeletion(null)}
          onConfirm={() => handleDelete(pendingDeletion)}
        />
      )}
    </section>
  );
}

interface CommentRowProps {
  comment: Comment;
  /** Null for those who may not. */
  onDelete: ((comment: Comment) => void) | null;
}

function CommentRow({ comment, onDelete }: CommentRowProps) {
  const { authorId } = comment;
  return (
    <li className="flex gap-3">
      <Avatar user={authorId} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <Link
            to={paths.author(authorId._id)}
            className="wrap-anywhere inline-block min-h-6 font-semibold underline-offset-4 hover:underline"
            lang={guessLanguage(authorId.fullName)}
          >
            {authorId.fullName}
          </Link>
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
          aria-label={`Delete the comment of ${authorId.fullName}`}
          aria-haspopup="dialog"
          onClick={() => onDelete(comment)}
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      )}
    </li>
  );
}

function CommentSkeleton() {
  return (
    <div className="mt-6">
      <p role="status" className="sr-only">
        {STORY_STRINGS.loadingComments}
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

/** Enough to know it again; cut between what a reader takes for letters. */
function truncate(text: string): string {
  const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return graphemes.length <= MAX_PREVIEW_GRAPHEMES
    ? text
    : `${graphemes.slice(0, MAX_PREVIEW_GRAPHEMES).join('')}…`;
}

function mergeComments(current: Comment[], added: Comment[]): Comment[] {
  return [...new Map([...current, ...added].map((comment) => [comment._id, comment])).values()];
}

/** Whether a stored comment says what was typed: the server keeps texts in one form, and trimmed. */
function isSameText(comment: Comment, input: string): boolean {
  return normalizeText(input).trim() === comment.text;
}
