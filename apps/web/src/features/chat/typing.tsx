import { useEffect, useState } from 'react';
import { useChatStore } from '../../stores/chat.store.ts';
import { CHAT_STRINGS } from './strings.ts';

/** Who stops to think and goes on writing is not read out again before this. */
const QUIET_MS = 60_000;

/** Whether somebody writes to one right now. */
export function useIsTyping(userId: string | undefined): boolean {
  return useChatStore((state) => userId !== undefined && state.typing.includes(userId));
}

/** Three dots that move, and the word. */
export function TypingMark() {
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
      {CHAT_STRINGS.writing}
    </span>
  );
}

/** For the ear: once when somebody begins to write, not at each pause. */
export function TypingAnnouncement({ userId, name }: { userId: string; name: string }) {
  const isTyping = useIsTyping(userId);
  const [saidAt, setSaidAt] = useState<number>();
  useEffect(() => {
    if (!isTyping) return;
    setSaidAt((last) => (last !== undefined && Date.now() - last < QUIET_MS ? last : Date.now()));
  }, [isTyping]);
  return (
    <p role="status" className="sr-only">
      {/* It stays when they pause: taken away and put back it would be read out again. */}
      {saidAt !== undefined && <span key={saidAt}>{CHAT_STRINGS.isWriting(name)}</span>}
    </p>
  );
}
