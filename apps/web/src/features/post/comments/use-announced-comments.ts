import type { Comment } from '@safarnama/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveText } from '../../../components/use-live-text.ts';
import { COMMENT_STRINGS } from './strings.ts';

/** Comments that arrive within this time are announced together. */
const BATCH_MS = 1_000;
/** How long a comment that has just arrived is highlighted. */
const HIGHLIGHT_MS = 4_000;

function describe(comments: readonly Comment[]): string {
  const [first, ...others] = comments;
  if (!first) return '';
  if (others.length > 0) return COMMENT_STRINGS.newComments({ count: comments.length });
  const name = first.authorId?.fullName ?? '';
  return first.parentId === null ? COMMENT_STRINGS.newComment({ name }) : COMMENT_STRINGS.newReply({ name });
}

/** Announces comments that arrive live to screen readers and highlights them briefly. */
export function useAnnouncedComments() {
  const [announcement, announceText] = useLiveText();
  const [recentIds, setRecentIds] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef<Comment[]>([]);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const { current } = timers;
    return () => current.forEach(clearTimeout);
  }, []);

  const announceComment = useCallback(
    (comment: Comment) => {
      const schedule = (task: () => void, delayMs: number) => timers.current.add(setTimeout(task, delayMs));
      setRecentIds((ids) => new Set([...ids, comment._id]));
      schedule(
        () => setRecentIds((ids) => new Set([...ids].filter((id) => id !== comment._id))),
        HIGHLIGHT_MS,
      );
      waiting.current.push(comment);
      if (waiting.current.length > 1) return;
      schedule(() => announceText(describe(waiting.current.splice(0))), BATCH_MS);
    },
    [announceText],
  );

  return { announcement, recentIds, announceText, announceComment };
}
