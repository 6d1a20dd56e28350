import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';

/** Distance from the end within which the list follows new messages. */
const NEAR_END_PX = 80;
/** Distance from the end that does not count as scrolled up, because browsers round the scroll position. */
const PINNED_PX = 2;

export interface ScrollElements {
  /** The scrolling element. */
  list: RefObject<HTMLDivElement | null>;
  /** The content of the list; its height is observed. */
  content: RefObject<HTMLDivElement | null>;
  virtualizer: RefObject<VirtualizerHandle | null>;
}

export interface StickToEnd {
  /** Whether the list is at its end, or near it. */
  isAtEnd: RefObject<boolean>;
  /** The scroll handler of the list. */
  handleScroll: () => void;
  scrollToEnd: () => void;
  /** @param offset - added to the position of the row, in pixels. */
  scrollToRow: (index: number, align: 'start' | 'center' | 'nearest', offset?: number) => void;
}

/**
 * Scrolls a virtualized list. A list at its end stays there when a picture loads, an on-screen keyboard opens or the
 * composer grows.
 *
 * @param onMove - called after each move with whether the list is at its end.
 */
export function useStickToEnd(
  { list, content, virtualizer }: ScrollElements,
  onMove: (isAtEnd: boolean) => void,
): StickToEnd {
  const isAtEnd = useRef(true);
  /** Whether the list is at its very end. Then it follows resized rows; otherwise the user may be scrolling up. */
  const isPinned = useRef(true);
  const lastSize = useRef({ clientHeight: 0, scrollHeight: 0 });
  /** Whether the virtualizer may still be scrolling to a row; it adjusts the position as rows are measured. */
  const isScrollingToRow = useRef(false);

  const scrollToEnd = useCallback(() => {
    // A new target, here the last row, replaces the previous one; otherwise the virtualizer would return to it.
    if (isScrollingToRow.current)
      virtualizer.current?.scrollToIndex(Number.POSITIVE_INFINITY, { align: 'end' });
    isScrollingToRow.current = false;
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
    isAtEnd.current = true;
    isPinned.current = true;
    onMove(true);
  }, [list, virtualizer, onMove]);

  const handleScroll = useCallback(() => {
    if (!list.current) return;
    const { clientHeight, scrollHeight, scrollTop } = list.current;
    const previous = lastSize.current;
    lastSize.current = { clientHeight, scrollHeight };
    // When the list (the composer grew) or its content (a row was measured) has resized, the event does not mean that
    // the user scrolled.
    const hasListResized = clientHeight !== previous.clientHeight;
    const hasContentResized = scrollHeight !== previous.scrollHeight;
    if ((hasListResized && isAtEnd.current) || (hasContentResized && isPinned.current)) {
      scrollToEnd();
      return;
    }
    const fromEnd = scrollHeight - scrollTop - clientHeight;
    isPinned.current = fromEnd < PINNED_PX;
    isAtEnd.current = fromEnd < NEAR_END_PX;
    onMove(isAtEnd.current);
  }, [list, scrollToEnd, onMove]);

  const scrollToRow: StickToEnd['scrollToRow'] = useCallback(
    (index, align, offset = 0) => {
      isAtEnd.current = false;
      isPinned.current = false;
      isScrollingToRow.current = true;
      virtualizer.current?.scrollToIndex(index, { align, offset });
      // No scroll event fires when the row is already visible.
      requestAnimationFrame(() => requestAnimationFrame(handleScroll));
    },
    [virtualizer, handleScroll],
  );

  useEffect(() => {
    const observer = new ResizeObserver((entries) => {
      const hasListResized = entries.some(({ target }) => target === list.current);
      if (hasListResized ? isAtEnd.current : isPinned.current) scrollToEnd();
    });
    for (const { current } of [list, content]) if (current) observer.observe(current);
    // Replacing all text briefly collapses the composer, which scrolls the list. That scroll event fires at the
    // start of the next frame, before this callback.
    const handleInput = () => {
      if (isAtEnd.current) requestAnimationFrame(scrollToEnd);
    };
    document.addEventListener('input', handleInput);
    return () => {
      observer.disconnect();
      document.removeEventListener('input', handleInput);
    };
  }, [list, content, scrollToEnd]);

  return { isAtEnd, handleScroll, scrollToEnd, scrollToRow };
}
