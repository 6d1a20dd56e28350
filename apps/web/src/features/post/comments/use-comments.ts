import { type Comment, type CommentInput, DEFAULT_MESSAGES } from '@safarnama/contracts';
import { useCallback, useEffect, useState } from 'react';
import * as commentApi from '../../../api/comment.api.ts';
import { useOnReconnect } from '../../../components/use-is-online.ts';
import { errorMessage } from '../../../lib/api-client.ts';

/**
 * The comments of a story, oldest first, loaded page by page.
 *
 * @param initialCount - number of comments when the story was loaded.
 */
export function useComments(postId: string, initialCount: number) {
  const [comments, setComments] = useState<Comment[]>([]);
  const [countChange, setCountChange] = useState(0);
  const [isLoading, setIsLoading] = useState(true);
  const [cursor, setCursor] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  const load = useCallback(
    async (fromCursor: string | null) => {
      setError(null);
      setIsLoading(true);
      try {
        const page = await commentApi.list(postId, fromCursor);
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

  const loadMore = () => void load(cursor);
  useOnReconnect(error !== null, loadMore);

  const isComplete = !isLoading && error === null && cursor === null;
  return {
    comments,
    isLoading,
    error,
    hasMore: cursor !== null,
    isComplete,
    // Exact once all pages are loaded; until then an estimate from the story's own count.
    total: isComplete ? comments.length : Math.max(initialCount + countChange, comments.length),
    /** Loads the next page, or the same one again after an error. */
    loadMore,
    /** Creates a comment and returns it as stored. Rejects with an ApiError. */
    async add(input: CommentInput): Promise<Comment> {
      const comment = await commentApi.add(postId, input);
      setComments((current) => mergeComments(current, [comment]));
      setCountChange((change) => change + 1);
      return comment;
    },
    /** Deletes a comment. Rejects with an ApiError. */
    async remove(commentId: string): Promise<void> {
      await commentApi.remove(postId, commentId);
      setComments((current) => current.filter(({ _id }) => _id !== commentId));
      setCountChange((change) => change - 1);
    },
  };
}

/** Appends comments; one with a known id replaces the earlier copy. */
function mergeComments(current: Comment[], added: Comment[]): Comment[] {
  return [...new Map([...current, ...added].map((comment) => [comment._id, comment])).values()];
}
