import { type ReactNode, useId } from 'react';
import { useUnreadStore } from '../stores/unread.store.ts';

const MOST_SHOWN = 99;
const count = new Intl.NumberFormat('en-IN');

/** How much is unread, as a sign over an icon; nothing when nothing is. Its words are those of `useUnreadNote`. */
export function UnreadSign() {
  const unread = useUnreadStore((state) => state.unreadTotal);
  if (unread === 0) return null;
  return (
    <span
      aria-hidden
      className="absolute start-2 -top-2 min-w-4.5 rounded-full bg-marigold px-1 text-center font-bold text-[0.6875rem] text-on-marigold leading-4.5 tabular-nums ring-2 ring-paper forced-colors:border"
    >
      {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
    </span>
  );
}

/**
 * What is unread, in words, for those who do not see the sign: read out after the name of the link that it is bound
 * to, which stays as it is.
 *
 * @returns `note` stands beside the link, `noteId` is for its `aria-describedby`.
 */
export function useUnreadNote(): { note: ReactNode; noteId: string | undefined } {
  const id = useId();
  const unread = useUnreadStore((state) => state.unreadTotal);
  if (unread === 0) return { note: null, noteId: undefined };
  return {
    note: (
      <span id={id} hidden>
        {unread === 1 ? '1 unread message' : `${count.format(unread)} unread messages`}
      </span>
    ),
    noteId: id,
  };
}
