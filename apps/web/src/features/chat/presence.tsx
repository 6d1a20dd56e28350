import { useEffect, useRef, useState } from 'react';
import { useIsOnline } from '../../components/use-is-online.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { CHAT_STRINGS } from './strings.ts';

/** Minimum time between two announcements, so that short pauses are not announced. */
const ANNOUNCE_INTERVAL_MS = 60_000;

/**
 * Whether the list of online users is up to date. It contains the signed-in user, except while this device is
 * disconnected or before the server has sent it: then it is empty.
 */
export function useIsPresenceKnown(): boolean {
  const isListKnown = useAuthStore(
    ({ user, onlineUsers }) => user !== null && onlineUsers.includes(user._id),
  );
  return useIsOnline() && isListKnown;
}

/** Shows whether a user is online, by colour and text. */
export function Presence({ isOnline }: { isOnline: boolean }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-xs ${isOnline ? 'text-online' : 'text-ink-soft'}`}
    >
      <span
        aria-hidden
        className={`size-2 rounded-full border ${isOnline ? 'border-online bg-online forced-colors:bg-[Highlight]' : 'border-line-strong'}`}
      />
      {isOnline ? CHAT_STRINGS.online : CHAT_STRINGS.offline}
    </span>
  );
}

/** Whether this user is typing to the signed-in user. */
export function useIsTyping(userId: string): boolean {
  return useChatStore((state) => state.typing.includes(userId));
}

/** Three animated dots with the word "typing". */
export function TypingIndicator() {
  return (
    <span className="inline-flex items-center gap-1.5 text-marigold-text text-xs">
      <span aria-hidden className="inline-flex gap-0.5">
        {['', '[animation-delay:200ms]', '[animation-delay:400ms]'].map((delay) => (
          <span
            key={delay}
            className={`size-1.5 animate-[breathe_600ms_ease-in-out_infinite_alternate] rounded-full bg-current forced-colors:bg-[CanvasText] ${delay}`}
          />
        ))}
      </span>
      {CHAT_STRINGS.typing}
    </span>
  );
}

/** Announces to screen readers that the partner is typing, but not again after each pause. */
export function TypingAnnouncement({ isTyping, name }: { isTyping: boolean; name: string }) {
  const lastAnnouncedAt = useRef(Number.NEGATIVE_INFINITY);
  const [isAnnounced, setIsAnnounced] = useState(false);
  useEffect(() => {
    const now = Date.now();
    if (!isTyping || now - lastAnnouncedAt.current < ANNOUNCE_INTERVAL_MS) return;
    lastAnnouncedAt.current = now;
    setIsAnnounced(true);
    return () => setIsAnnounced(false);
  }, [isTyping]);
  return (
    <p role="status" className="sr-only">
      {isAnnounced ? CHAT_STRINGS.isTyping({ name }) : ''}
    </p>
  );
}
