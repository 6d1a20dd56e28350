import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { FirstMessage } from '../../lib/entry-views.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import type { ConversationRow } from './conversation-rows.ts';

/** Distance from the end within which the list follows new messages. */
const NEAR_BOTTOM_PX = 80;
/** Distance from the end that does not count as scrolled up, because browsers round the scroll position. */
const PINNED_PX = 2;
/** The rows are regarded as measured once the height of the list has not changed for this many frames. */
const STABLE_FRAMES = 2;
/** Maximum number of frames to wait until the rows are measured. */
const MAX_MEASURE_FRAMES = 30;

/** `opening`: not positioned yet; `end`: the newest message is visible; `above`: the user has scrolled up. */
type ScrollPosition = 'opening' | 'end' | 'above';

interface ConversationScroll {
  /** The scrolling element. */
  list: RefObject<HTMLDivElement | null>;
  /** The content of the list; its height is observed. */
  content: RefObject<HTMLDivElement | null>;
  virtualizer: RefObject<VirtualizerHandle | null>;
  position: ScrollPosition;
  /** Whether the first rows are measured. Until then, the list stays hidden, because its rows would jump. */
  isMeasured: boolean;
  /** Whether rows were added or removed at the beginning, so that the distance to the end must stay the same. */
  isPrepending: boolean;
  /** The scroll handler of the list. */
  handleScroll: () => void;
  /** Number of the partner's messages that arrived while the user was further up. */
  newCount: number;
  scrollToEnd: () => void;
  scrollToRow: (index: number, align: 'start' | 'center' | 'nearest') => void;
}

interface Options {
  /** Id of the signed-in user; the list always scrolls to a new message that they wrote in this tab. */
  ownId: string;
  /** Whether the conversation, its first unread message or `savedMessage` is still loading. */
  isOpening: boolean;
  /** The message at which the conversation opens, if it is there. */
  savedMessage: FirstMessage | undefined;
  /** Called with the first visible message after each move; with undefined at the end. */
  saveMessage: (message: FirstMessage | undefined) => void;
  /** Height of the block above the first row, in pixels. */
  headerHeight: number;
  /** Height of a day label, in pixels. */
  dayLabelHeight: number;
}

/**
 * Controls the scroll position of a conversation. Opens at the saved message, otherwise at the first unread one,
 * otherwise at the newest. Follows new messages while the user is at the end and otherwise keeps the position, even
 * when older pages are prepended.
 *
 * @param rows - oldest first.
 */
export function useConversationScroll(
  rows: readonly ConversationRow[],
  { ownId, isOpening, savedMessage, saveMessage, headerHeight, dayLabelHeight }: Options,
): ConversationScroll {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const virtualizer = useRef<VirtualizerHandle>(null);
  const isAtEnd = useRef(true);
  /** Whether the list is at its very end. Then it follows resized rows; otherwise the user may be scrolling up. */
  const isPinned = useRef(true);
  const lastSize = useRef({ clientHeight: 0, scrollHeight: 0 });
  /** The partner's messages after the row with this key are new; undefined if all loaded ones are. */
  const lastSeenKey = useRef<string>(undefined);
  const edges = useRef<Partial<Record<'firstKey' | 'lastKey' | 'lastReceivedKey', string | undefined>>>({});
  const isPositioned = useRef(false);
  /** Whether the user has scrolled by wheel, finger, scroll bar or key; the layout, too, causes scroll events. */
  const hasInput = useRef(false);
  const latestRows = useRef(rows);
  /** Whether the virtualizer may still be scrolling to a row; it adjusts the position as rows are measured. */
  const isScrollingToRow = useRef(false);
  const [position, setPosition] = useState<ScrollPosition>('opening');
  const [newCount, setNewCount] = useState(0);
  const { firstKey: previousFirstKey, lastKey: previousLastKey } = edges.current;
  const isPrepending =
    previousFirstKey !== undefined &&
    rows[0]?.key !== previousFirstKey &&
    rows.at(-1)?.key === previousLastKey;

  const scrollToEnd = useCallback(() => {
    const element = list.current;
    // A new target replaces the previous one; otherwise the virtualizer would return to it.
    if (isScrollingToRow.current)
      virtualizer.current?.scrollToIndex(latestRows.current.length - 1, { align: 'end' });
    isScrollingToRow.current = false;
    if (element) element.scrollTop = element.scrollHeight;
    isAtEnd.current = true;
    isPinned.current = true;
    lastSeenKey.current = edges.current.lastReceivedKey;
    setNewCount(0);
    if (!isPositioned.current) return;
    setPosition('end');
    saveMessage(undefined);
  }, [saveMessage]);

  /** The first visible message; undefined if it has not been sent yet, since its id will change. */
  const findFirstMessage = useCallback((): FirstMessage | undefined => {
    if (!list.current || !virtualizer.current) return undefined;
    const { scrollTop } = list.current;
    const index = virtualizer.current.findItemIndex(scrollTop);
    const row = latestRows.current[index];
    if (!row || row.outgoing) return undefined;
    const top = headerHeight + virtualizer.current.getItemOffset(index);
    const { _id: id, createdAt } = row.message;
    return { id, createdAt, offset: scrollTop - top };
  }, [headerHeight]);

  const handleScroll = useCallback(() => {
    const element = list.current;
    if (!element) return;
    const { clientHeight, scrollHeight } = element;
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
    const fromEnd = scrollHeight - element.scrollTop - clientHeight;
    isPinned.current = fromEnd < PINNED_PX;
    isAtEnd.current = fromEnd < NEAR_BOTTOM_PX;
    // What the user scrolls to while the saved message is loading is kept instead.
    if (hasInput.current && !isAtEnd.current) isPositioned.current = true;
    if (isPositioned.current) {
      setPosition(isAtEnd.current ? 'end' : 'above');
      saveMessage(isAtEnd.current ? undefined : findFirstMessage());
    }
    if (!isAtEnd.current) return;
    lastSeenKey.current = edges.current.lastReceivedKey;
    setNewCount(0);
  }, [scrollToEnd, saveMessage, findFirstMessage]);

  const scrollToRow = useCallback(
    (index: number, align: 'start' | 'center' | 'nearest', offset = 0) => {
      isAtEnd.current = false;
      isPinned.current = false;
      isScrollingToRow.current = true;
      virtualizer.current?.scrollToIndex(index, { align, offset });
      // No scroll event fires when the row is already visible.
      requestAnimationFrame(() => requestAnimationFrame(handleScroll));
    },
    [handleScroll],
  );

  useLayoutEffect(() => {
    const previousEdges = edges.current;
    const newest = rows.at(-1);
    const lastReceivedKey = rows.findLast(({ message }) => message.senderId !== ownId)?.key;
    edges.current = { firstKey: rows[0]?.key, lastKey: newest?.key, lastReceivedKey };
    latestRows.current = rows;
    // Rows that were prepended are not new.
    const previousFirstIndex = rows.findIndex(({ key }) => key === previousEdges.firstKey);
    lastSeenKey.current ??= rows[previousFirstIndex - 1]?.key;
    const countNew = () => {
      const lastSeenIndex = rows.findIndex(({ key }) => key === lastSeenKey.current);
      // The row was deleted, so the count stays as it is.
      if (lastSeenIndex === -1 && lastSeenKey.current !== undefined) return;
      setNewCount(rows.slice(lastSeenIndex + 1).filter(({ message }) => message.senderId !== ownId).length);
    };
    if (!isPositioned.current) {
      if (isOpening) {
        scrollToEnd();
        return;
      }
      isPositioned.current = true;
      const unreadIndex = rows.findIndex(({ isFirstUnread }) => isFirstUnread);
      const savedIndex = rows.findIndex(({ message }) => message._id === savedMessage?.id);
      // If the user has scrolled up in the meantime, the position stays.
      if (!isAtEnd.current) setPosition('above');
      else if (savedIndex === -1 && unreadIndex === -1) scrollToEnd();
      else {
        lastSeenKey.current = unreadIndex === -1 ? lastReceivedKey : rows[unreadIndex - 1]?.key;
        countNew();
        setPosition('above');
        if (savedMessage && savedIndex !== -1) {
          scrollToRow(savedIndex, 'start', savedMessage.offset);
          return;
        }
        // Its day label, which belongs to the row before it or to the block above the first row, stays visible.
        const isBelowLabel = rows[unreadIndex - 1]?.nextDay !== null;
        scrollToRow(unreadIndex, 'start', isBelowLabel ? -dayLabelHeight : 0);
      }
      return;
    }
    const isLastNew = newest?.key !== previousEdges.lastKey;
    // The user's message from another device or tab does not move what they are reading here.
    const isOwnNew = isLastNew && newest?.key === useChatStore.getState().lastWrittenId;
    const isFollowing = isAtEnd.current || previousEdges.lastKey === undefined || isOwnNew;
    // Missed messages are inserted before the user's unsent messages, and before a newer one that has arrived already.
    if (!isFollowing) countNew();
    else if (isLastNew || lastReceivedKey !== previousEdges.lastReceivedKey) scrollToEnd();
  }, [rows, ownId, isOpening, savedMessage, dayLabelHeight, scrollToEnd, scrollToRow]);

  // The list stays as it is when its conversation is opened again, but the history entry is new.
  useEffect(() => {
    if (position === 'above') saveMessage(findFirstMessage());
  }, [saveMessage, findFirstMessage]);

  // The virtualizer keeps the distance to the end until 150 ms after the last scroll event; these may have passed
  // before the new rows are measured, hence one more event. The virtualizer must not update during a commit, hence the
  // microtask. While the conversation opens, the list may be about to scroll to the first unread message, and the event
  // would report the end as seen.
  const isHoldingDistance = isPrepending && position !== 'opening';
  useLayoutEffect(() => {
    if (isHoldingDistance) queueMicrotask(() => list.current?.dispatchEvent(new Event('scroll')));
  }, [rows, isHoldingDistance]);

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const handleInput = (event: Event) => {
      if (isScrollUp(event)) hasInput.current = true;
    };
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      list.current?.addEventListener(type, handleInput, { passive: true, signal });
    return () => listeners.abort();
  }, []);

  const isMeasured = useIsMeasured(list, rows.length > 0);

  // Stays at the end when a picture loads, an on-screen keyboard opens or the composer grows.
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
  }, [scrollToEnd]);

  return {
    list,
    content,
    virtualizer,
    position,
    isMeasured,
    isPrepending,
    handleScroll,
    newCount,
    scrollToEnd,
    scrollToRow,
  };
}

/** Whether an event of the list is input that may scroll up. */
function isScrollUp(event: Event): boolean {
  // The gesture for Back ends as a sideways turn of the wheel.
  if (event instanceof WheelEvent) return event.deltaY < 0;
  if (event instanceof KeyboardEvent)
    return ['ArrowUp', 'PageUp', 'Home'].includes(event.key) || (event.key === ' ' && event.shiftKey);
  // The content covers the list, so that a press on the list itself is one on its scroll bar.
  return event.type === 'touchmove' || event.target === event.currentTarget;
}

/** Whether the rows of the list, once there are any, have been measured. */
function useIsMeasured(list: RefObject<HTMLElement | null>, hasRows: boolean): boolean {
  const [isMeasured, setIsMeasured] = useState(false);
  useEffect(() => {
    if (!hasRows) return;
    let height = -1;
    let stableFrames = 0;
    let framesLeft = MAX_MEASURE_FRAMES;
    const measure = () => {
      const currentHeight = list.current?.scrollHeight ?? height;
      // A font that is still loading may change line breaks.
      const isStable = currentHeight === height && document.fonts?.status !== 'loading';
      stableFrames = isStable ? stableFrames + 1 : 0;
      height = currentHeight;
      framesLeft -= 1;
      if (stableFrames >= STABLE_FRAMES || framesLeft === 0) setIsMeasured(true);
      else frame = requestAnimationFrame(measure);
    };
    let frame = requestAnimationFrame(measure);
    return () => cancelAnimationFrame(frame);
  }, [list, hasRows]);
  return isMeasured;
}
