import type { Message } from '@safarnama/contracts';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near to the end one is still reading the newest. */
const NEAR_BOTTOM_PX = 80;

interface AutoScroll {
  /** The scrolling element; each row in it carries its message's id as `data-message`. */
  list: RefObject<HTMLDivElement | null>;
  /** What is in it, which grows. */
  content: RefObject<HTMLDivElement | null>;
  /** To be called on each scroll of the list. */
  handleScroll: () => void;
  /** How many of the other's messages came in below while the reader was further up. */
  newCount: number;
  scrollToEnd: () => void;
}

/**
 * Keeps a conversation at its newest message while the reader is there, and where it is when they read further up;
 * pages put in above move nothing.
 *
 * @param messages - oldest first.
 * @param ownId - the reader: what they write themselves is always shown.
 */
export function useAutoScroll(messages: readonly Message[], ownId: string): AutoScroll {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const size = useRef('');
  /** The newest message that the reader has had on the screen. */
  const seenId = useRef<string>(undefined);
  const last = useRef<{ firstId: string | undefined; top: number; lastId: string | undefined }>({
    firstId: undefined,
    top: 0,
    lastId: undefined,
  });
  const [newCount, setNewCount] = useState(0);

  const scrollToEnd = useCallback(() => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
    isAtEnd.current = true;
    seenId.current = last.current.lastId;
    setNewCount(0);
  }, []);

  const handleScroll = useCallback(() => {
    const element = list.current;
    if (!element) return;
    // The list or what is in it has another height (a composer that grows, a face of letters that comes): it is not
    // the reader who moved.
    const sizeNow = `${element.clientHeight}/${element.scrollHeight}`;
    const hasMovedByItself = size.current !== sizeNow;
    size.current = sizeNow;
    if (hasMovedByItself && isAtEnd.current) {
      scrollToEnd();
      return;
    }
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_BOTTOM_PX;
    if (!isAtEnd.current) return;
    seenId.current = last.current.lastId;
    setNewCount(0);
  }, [scrollToEnd]);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const rowTop = (id: string | undefined) =>
      id === undefined ? undefined : element.querySelector<HTMLElement>(`[data-message="${id}"]`)?.offsetTop;
    const before = last.current;
    const newest = messages.at(-1);
    const topNow = rowTop(before.firstId);
    // What was first is further down by what came in above it.
    if (topNow !== undefined && topNow !== before.top) element.scrollTop += topNow - before.top;

    const firstId = messages[0]?._id;
    last.current = { firstId, top: rowTop(firstId) ?? 0, lastId: newest?._id };
    if (newest?._id === before.lastId) return;
    if (isAtEnd.current || before.lastId === undefined || newest?.senderId === ownId) scrollToEnd();
    else {
      const seenAt = messages.findIndex(({ _id }) => _id === seenId.current);
      setNewCount(messages.slice(seenAt + 1).filter(({ senderId }) => senderId !== ownId).length);
    }
  }, [messages, ownId, scrollToEnd]);

  // A picture that comes, a keyboard that opens, a composer that grows: who is at the end stays there.
  useEffect(() => {
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) scrollToEnd();
    });
    for (const { current } of [list, content]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, [scrollToEnd]);

  return { list, content, handleScroll, newCount, scrollToEnd };
}
