import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { ConversationRow } from './conversation-rows.ts';

/** So near to the end one is still reading the newest. */
const NEAR_BOTTOM_PX = 80;
/** Rows are measured within a few frames after they are drawn: as high as before for so many, they are all measured. */
const STABLE_FRAMES = 2;
/** Longer than this nobody waits for them. */
const MAX_MEASURE_FRAMES = 30;

/** `opening`: not placed yet; `end`: the newest message is in sight; `above`: the reader is further up. */
type ScrollPosition = 'opening' | 'end' | 'above';

interface ConversationScroll {
  /** The scrolling element. */
  list: RefObject<HTMLDivElement | null>;
  /** What is in it, which grows. */
  content: RefObject<HTMLDivElement | null>;
  virtualizer: RefObject<VirtualizerHandle | null>;
  position: ScrollPosition;
  /** The first rows have their heights: until then they would jump under the eye. */
  isMeasured: boolean;
  /** Rows have come, or gone, at the beginning: the distance to the end is what stays. */
  isPrepending: boolean;
  /** To be called on each scroll of the list. */
  handleScroll: () => void;
  /** How many of the other's messages came in below while the reader was further up. */
  newCount: number;
  scrollToEnd: () => void;
  /** Brings a row into sight. */
  scrollToRow: (index: number, align: 'start' | 'center' | 'nearest') => void;
}

interface Options {
  /** Of the reader: what they write themselves is always shown. */
  ownId: string;
  /** The conversation, or its first unread message, is still on its way. */
  isOpening: boolean;
}

/**
 * Opens a conversation at its first unread message, else at its newest; keeps it at the newest while the reader is
 * there, and where it is when they read further up. Pages put in above move nothing.
 *
 * @param rows - oldest first.
 */
export function useConversationScroll(
  rows: readonly ConversationRow[],
  { ownId, isOpening }: Options,
): ConversationScroll {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const virtualizer = useRef<VirtualizerHandle>(null);
  const isAtEnd = useRef(true);
  const lastSize = useRef('');
  /** The newest row that the reader has had on the screen. */
  const lastSeenKey = useRef<string>(undefined);
  const edges = useRef<{ firstKey?: string | undefined; lastKey?: string | undefined }>({});
  const isPositioned = useRef(false);
  /** How many rows there are. */
  const count = useRef(0);
  /** The list may still bring a row into sight, again with each row on the way that is measured. */
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
    // Another target takes the place of the one before; else the list would go back there.
    if (isScrollingToRow.current) virtualizer.current?.scrollToIndex(count.current - 1, { align: 'end' });
    isScrollingToRow.current = false;
    if (element) element.scrollTop = element.scrollHeight;
    isAtEnd.current = true;
    lastSeenKey.current = edges.current.lastKey;
    setNewCount(0);
    if (isPositioned.current) setPosition('end');
  }, []);

  const handleScroll = useCallback(() => {
    const element = list.current;
    if (!element) return;
    // The list or what is in it has another height (a composer that grows, a row that is measured): it is not the
    // reader who moved.
    const currentSize = `${element.clientHeight}/${element.scrollHeight}`;
    const hasResized = lastSize.current !== currentSize;
    lastSize.current = currentSize;
    if (hasResized && isAtEnd.current) {
      scrollToEnd();
      return;
    }
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_BOTTOM_PX;
    if (isPositioned.current) setPosition(isAtEnd.current ? 'end' : 'above');
    if (!isAtEnd.current) return;
    lastSeenKey.current = edges.current.lastKey;
    setNewCount(0);
  }, [scrollToEnd]);

  const scrollToRow = useCallback(
    (index: number, align: 'start' | 'center' | 'nearest') => {
      isAtEnd.current = false;
      isScrollingToRow.current = true;
      virtualizer.current?.scrollToIndex(index, { align });
      // Where nothing had to move there is no scroll to hear of.
      requestAnimationFrame(() => requestAnimationFrame(handleScroll));
    },
    [handleScroll],
  );

  useLayoutEffect(() => {
    const previousEdges = edges.current;
    const newest = rows.at(-1);
    edges.current = { firstKey: rows[0]?.key, lastKey: newest?.key };
    count.current = rows.length;
    const countNew = () => {
      const lastSeenIndex = rows.findIndex(({ key }) => key === lastSeenKey.current);
      setNewCount(rows.slice(lastSeenIndex + 1).filter(({ message }) => message.senderId !== ownId).length);
    };
    if (!isPositioned.current) {
      if (isOpening) {
        scrollToEnd();
        return;
      }
      isPositioned.current = true;
      const unreadIndex = rows.findIndex(({ isFirstUnread }) => isFirstUnread);
      // Where the reader has gone up meanwhile they stay.
      if (unreadIndex !== -1 && isAtEnd.current) {
        lastSeenKey.current = rows[unreadIndex - 1]?.key;
        countNew();
        setPosition('above');
        scrollToRow(unreadIndex, 'start');
      } else if (isAtEnd.current) scrollToEnd();
      else setPosition('above');
      return;
    }
    if (newest?.key === previousEdges.lastKey) return;
    const isOwnNew = newest?.message.senderId === ownId;
    if (isAtEnd.current || previousEdges.lastKey === undefined || isOwnNew) scrollToEnd();
    else countNew();
  }, [rows, ownId, isOpening, scrollToEnd, scrollToRow]);

  const isMeasured = useIsMeasured(list, rows.length > 0);

  // A picture that comes, a keyboard that opens, a composer that grows: who is at the end stays there.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) scrollToEnd();
    });
    for (const { current } of [list, content]) if (current) observer.observe(current);
    // Words put in place of others: for a moment the composer is low, which moves the list, and then as high as before.
    // The scroll of that is told at the beginning of the next frame, before this is called.
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

/** Whether what is in the list, once there is something, has found its height. */
function useIsMeasured(list: RefObject<HTMLElement | null>, hasRows: boolean): boolean {
  const [isMeasured, setIsMeasured] = useState(false);
  useEffect(() => {
    if (!hasRows) return;
    let height = -1;
    let stableFrames = 0;
    let framesLeft = MAX_MEASURE_FRAMES;
    const measure = () => {
      const currentHeight = list.current?.scrollHeight ?? height;
      // A face on its way may break lines anew.
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
