import { useEffect, useState } from 'react';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { CHAT_STRINGS } from './strings.ts';

/** Minimum time between two announcements, so that short pauses are not announced. */
const ANNOUNCE_INTERVAL_MS = 60_000;

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

/** Whether this user is typing to the viewer. */
export function useIsTyping(userId: string | undefined): boolean {
  return useChatStore((state) => userId !== undefined && state.typing.includes(userId));
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

/** Tells screen readers when the partner starts typing, but not after each pause. */
export function TypingAnnouncement({ userId, name }: { userId: string; name: string }) {
  const isTyping = useIsTyping(userId);
  const [announcedAt, setAnnouncedAt] = useState<number>();
  useEffect(() => {
    if (!isTyping) return;
    setAnnouncedAt((previous) =>
      previous !== undefined && Date.now() - previous < ANNOUNCE_INTERVAL_MS ? previous : Date.now(),
    );
  }, [isTyping]);
  return (
    <p role="status" className="sr-only">
      {/* Stays during pauses: inserting it again would announce it again. */}
      {announcedAt !== undefined && <span key={announcedAt}>{CHAT_STRINGS.isTyping(name)}</span>}
    </p>
  );
}
