import { type ReactNode, useId } from 'react';
import { useUnreadStore } from '../stores/unread.store.ts';

const MAX_SHOWN = 99;
const countFormat = new Intl.NumberFormat('en-IN');

/** How much is unread, as a sign over an icon; nothing when nothing is. Its words are those of `useUnreadDescription`. */
export function UnreadBadge() {
  const unread = useUnreadStore((state) => state.unreadTotal);
  if (unread === 0) return null;
  return (
    <span
      aria-hidden
      className="absolute start-2 -top-2 min-w-4.5 rounded-full bg-marigold px-1 text-center font-bold text-[0.6875rem] text-on-marigold leading-4.5 tabular-nums ring-2 ring-paper forced-colors:border"
    >
      {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
    </span>
  );
}

/**
 * What is unread, in words, for those who do not see the sign: read out after the name of the link that it is bound
 * to, which stays as it is.
 *
 * @returns `note` stands beside the link, `noteId` is for its `aria-describedby`.
 */
export function useUnreadDescription(): { description: ReactNode; descriptionId: string | undefined } {
  const id = useId();
  const unread = useUnreadStore((state) => state.unreadTotal);
  if (unread === 0) return { description: null, descriptionId: undefined };
  return {
    description: (
      <span id={id} hidden>
        {unread === 1 ? '1 unread message' : `${countFormat.format(unread)} unread messages`}
      </span>
    ),
    descriptionId: id,
  };
}
