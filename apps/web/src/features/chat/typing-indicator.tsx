import { useEffect, useState } from 'react';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { CHAT_STRINGS } from './strings.ts';

/** Who stops to think and goes on writing is not read out again before this. */
const ANNOUNCE_INTERVAL_MS = 60_000;

/** Whether somebody writes to one right now. */
export function useIsTyping(userId: string | undefined): boolean {
  return useChatStore((state) => userId !== undefined && state.typing.includes(userId));
}

/** Three dots that move, and the word. */
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

/** For the ear: once when somebody begins to write, not at each pause. */
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
      {/* It stays when they pause: taken away and put back it would be read out again. */}
      {announcedAt !== undefined && <span key={announcedAt}>{CHAT_STRINGS.isTyping(name)}</span>}
    </p>
  );
}
