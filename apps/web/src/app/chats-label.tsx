import { useUnreadStore } from '../stores/unread.store.ts';

const MOST_SHOWN = 99;
const count = new Intl.NumberFormat('en-IN');

/** The word on the way to the chats; for those who do not see the sign beside it, with what is unread. */
export function ChatsLabel() {
  const unread = useUnreadStore((state) => state.unreadTotal);
  return (
    <>
      Chats
      {unread > 0 && (
        <>
          {' '}
          <span className="sr-only">({unreadWords(unread)})</span>
        </>
      )}
    </>
  );
}

/** How much is unread, as a sign over an icon; nothing when nothing is. */
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

function unreadWords(unread: number): string {
  return unread === 1 ? '1 unread message' : `${count.format(unread)} unread messages`;
}
