import { type Comment, type CommentInput, LIMITS, type PostCommentChange } from '@safarnama/contracts';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as commentApi from '../../../api/comment.api.ts';
import { useOnReconnect } from '../../../components/use-is-online.ts';
import { isNotFoundError } from '../../../lib/api-client.ts';
import { showCommentCount } from '../../../stores/comment-count.ts';
import { watchPost } from '../../../stores/watched-posts.ts';
import { countComments, emptyComment, mergeComments, refreshComments } from './comment-list.ts';

/** How long loading the first page waits for the connection that announces changes. */
const MAX_WATCH_DELAY_MS = 300;

interface CommentList {
  /** Oldest first, replies and deleted comments included. */
  comments: Comment[];
  /** Cursor of the next page; null after the last one, undefined before the first. */
  cursor: string | null | undefined;
}

interface CommentOptions {
  /** Number of comments when the story was loaded. */
  initialCount: number;
  ownId: string;
  /** Called with each comment that another user adds while the page is open. */
  onOthersComment: (comment: Comment) => void;
  /** Called before a change that the user has not caused. */
  onBeforeChange: () => void;
}

/** Applies a change that the server has announced. */
function applyChange({ comments, cursor }: CommentList, { kind, comment }: PostCommentChange): CommentList {
  const isKnown = comments.some(({ _id }) => _id === comment._id);
  if (kind === 'deleted') {
    return { cursor, comments: isKnown ? mergeComments(comments, [emptyComment(comment)]) : comments };
  }
  const isParentKnown = comments.some(({ _id }) => _id === comment.parentId);
  // Comments of pages that are not loaded yet would be out of context.
  const isShown = cursor === null || isKnown || (kind === 'added' && isParentKnown);
  return { cursor, comments: isShown ? mergeComments(comments, [comment]) : comments };
}

/** The comments of a story, oldest first, loaded page by page and updated live. */
export function useComments(
  postId: string,
  { initialCount, ownId, onOthersComment, onBeforeChange }: CommentOptions,
) {
  const [list, setList] = useState<CommentList>({ comments: [], cursor: undefined });
  // `showCommentCount` below changes the story's count, so later values of `initialCount` include `countChange`.
  const [countBefore] = useState(initialCount);
  const [countChange, setCountChange] = useState(0);
  const [pending, setPending] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const latestList = useRef(list);
  /** Additions and deletions that are already counted; each may arrive both as a response and as an event. */
  const counted = useRef(new Set<string>());
  /** Loads run one after another, so that an earlier load does not overwrite a later one. */
  const queue = useRef(Promise.resolve());
  /** Changes since the last load began, which its response may lack. */
  const changesDuringLoad = useRef<PostCommentChange[]>([]);

  const update = useCallback((change: (current: CommentList) => CommentList) => {
    latestList.current = change(latestList.current);
    setList(latestList.current);
  }, []);

  /** @returns false for a change that was applied before, or does not change the number of comments. */
  const apply = useCallback(
    (change: PostCommentChange): boolean => {
      update((current) => applyChange(current, change));
      changesDuringLoad.current.push(change);
      const { kind, comment, wasDeleted } = change;
      if (kind === 'changed' || wasDeleted || counted.current.has(kind + comment._id)) return false;
      counted.current.add(kind + comment._id);
      setCountChange((current) => current + (kind === 'added' ? 1 : -1));
      return true;
    },
    [update],
  );

  const enqueue = useCallback((task: () => Promise<void>) => {
    queue.current = queue.current.then(() => {
      changesDuringLoad.current = [];
      return task();
    });
  }, []);

  /** Applies the result of a load, then the changes since the load began. */
  const updateLoaded = useCallback(
    (change: (current: CommentList) => CommentList) =>
      update((current) => changesDuringLoad.current.reduce(applyChange, change(current))),
    [update],
  );

  const loadPage = useCallback(
    async (limit?: number) => {
      const { cursor } = latestList.current;
      if (cursor === null) return;
      setError(null);
      setPending((count) => count + 1);
      try {
        const page = await commentApi.list(postId, cursor ?? null, limit);
        updateLoaded(({ comments }) => ({
          comments: mergeComments(comments, page.comments),
          cursor: page.nextCursor,
        }));
      } catch (cause) {
        setError(cause);
      } finally {
        setPending((count) => count - 1);
      }
    },
    [postId, updateLoaded],
  );

  const load = useCallback((limit?: number) => enqueue(() => loadPage(limit)), [enqueue, loadPage]);

  const handleBeforeChange = useEffectEvent(onBeforeChange);
  const handleOthersComment = useEffectEvent(onOthersComment);

  /**
   * Reloads the loaded part, or loads the first page if that has failed. After a failure, the list stays as it is until
   * the next connection tries again.
   */
  const refresh = useEffectEvent(() =>
    enqueue(async () => {
      const { comments, cursor: loadedUpTo } = latestList.current;
      if (loadedUpTo === undefined) return loadPage();
      const countedBefore = new Set(counted.current);
      const fresh: Comment[] = [];
      let cursor: string | null = null;
      try {
        do {
          const page = await commentApi.list(postId, cursor, LIMITS.pageMax);
          fresh.push(...page.comments);
          cursor = page.nextCursor;
        } while (cursor !== null && (loadedUpTo === null || fresh.length < comments.length));
      } catch {
        return;
      }
      const isRecent = (id: string) => counted.current.has(`added${id}`) && !countedBefore.has(`added${id}`);
      handleBeforeChange();
      updateLoaded((current) => ({
        comments: refreshComments(current.comments, fresh, { isRecent, isWhole: cursor === null }),
        cursor,
      }));
    }),
  );

  useEffect(() => {
    let isRequested = false;
    const loadFirst = () => {
      if (!isRequested && latestList.current.cursor === undefined) load();
      isRequested = true;
    };
    const stop = watchPost(postId, {
      onChange(change) {
        const { kind, comment } = change;
        handleBeforeChange();
        const isNew = apply(change) && kind === 'added';
        if (isNew && comment.authorId?._id !== ownId) handleOthersComment(comment);
      },
      onWatching() {
        if (isRequested) refresh();
        else loadFirst();
      },
      onUnavailable: loadFirst,
    });
    // Comments requested after watching has started need not be requested again.
    const timer = setTimeout(loadFirst, MAX_WATCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [postId, ownId, apply, load]);

  const isLoading = pending > 0 || (list.cursor === undefined && error === null);
  useOnReconnect(error !== null, () => load());
  const isComplete = !isLoading && error === null && list.cursor === null;
  const liveCount = countComments(list.comments);
  // Exact once all pages are loaded; until then an estimate from the story's own count.
  const total = isComplete ? liveCount : Math.max(countBefore + countChange, liveCount);
  useEffect(() => {
    if (isComplete || countChange !== 0) showCommentCount(postId, total);
  }, [postId, isComplete, countChange, total]);

  return {
    comments: list.comments,
    isLoading,
    error,
    hasMore: typeof list.cursor === 'string',
    isComplete,
    total,
    /** Loads the next page, or the same page again after an error. */
    loadMore: load,
    /** Creates a comment and returns it as stored. Rejects like `request`. */
    async add(input: CommentInput): Promise<Comment> {
      const comment = await commentApi.add(postId, input);
      apply({ postId, kind: 'added', comment });
      // The user's own comment is shown even if pages before it are not loaded.
      update(({ cursor, comments }) => ({ cursor, comments: mergeComments(comments, [comment]) }));
      return comment;
    },
    /** Changes the text of a comment. Rejects like `request`. */
    async edit(commentId: string, text: string): Promise<void> {
      apply({ postId, kind: 'changed', comment: await commentApi.edit(postId, commentId, text) });
    },
    /** Deletes a comment. Rejects like `request`. */
    async remove(comment: Comment): Promise<void> {
      await commentApi.remove(postId, comment._id).catch((cause: unknown) => {
        // A comment that is already gone is deleted, as after an attempt whose response was lost.
        if (!isNotFoundError(cause)) throw cause;
      });
      apply({ postId, kind: 'deleted', comment: emptyComment(comment) });
    },
  };
}
