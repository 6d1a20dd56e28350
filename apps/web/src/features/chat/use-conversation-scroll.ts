import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { ConversationRow } from './conversation-rows.ts';

/** So near to the end one is still reading the newest. */
const NEAR_BOTTOM_PX = 80;
/** Rows are measured within a few frames after they are drawn: as high as before for so many, they are all measured. */
const STILL_FRAMES = 2;
/** Longer than this nobody waits for them. */
const MAX_OPENING_FRAMES = 30;

/** `opening`: not placed yet; `end`: the newest message is in sight; `above`: the reader is further up. */
type Place = 'opening' | 'end' | 'above';

interface ConversationScroll {
  /** The scrolling element. */
  list: RefObject<HTMLDivElement | null>;
  /** What is in it, which grows. */
  content: RefObject<HTMLDivElement | null>;
  window: RefObject<VirtualizerHandle | null>;
  place: Place;
  /** The first rows have their heights: until then they would jump under the eye. */
  isSettled: boolean;
  /** Rows have come, or gone, at the beginning: the distance to the end is what stays. */
  isShift: boolean;
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
  const window = useRef<VirtualizerHandle>(null);
  const isAtEnd = useRef(true);
  const size = useRef('');
  /** The newest row that the reader has had on the screen. */
  const seenKey = useRef<string>(undefined);
  const last = useRef<{ firstKey?: string | undefined; lastKey?: string | undefined }>({});
  const isPlaced = useRef(false);
  /** How many rows there are. */
  const count = useRef(0);
  /** The list may still bring a row into sight, again with each row on the way that is measured. */
  const isHeadingForRow = useRef(false);
  const [place, setPlace] = useState<Place>('opening');
  const [newCount, setNewCount] = useState(0);
  const { firstKey: firstBefore, lastKey: lastBefore } = last.current;
  const isShift =
    firstBefore !== undefined && rows[0]?.key !== firstBefore && rows.at(-1)?.key === lastBefore;

  const scrollToEnd = useCallback(() => {
    const element = list.current;
    // Another target takes the place of the one before; else the list would go back there.
    if (isHeadingForRow.current) window.current?.scrollToIndex(count.current - 1, { align: 'end' });
    isHeadingForRow.current = false;
    if (element) element.scrollTop = element.scrollHeight;
    isAtEnd.current = true;
    seenKey.current = last.current.lastKey;
    setNewCount(0);
    if (isPlaced.current) setPlace('end');
  }, []);

  const handleScroll = useCallback(() => {
    const element = list.current;
    if (!element) return;
    // The list or what is in it has another height (a composer that grows, a row that is measured): it is not the
    // reader who moved.
    const sizeNow = `${element.clientHeight}/${element.scrollHeight}`;
    const hasMovedByItself = size.current !== sizeNow;
    size.current = sizeNow;
    if (hasMovedByItself && isAtEnd.current) {
      scrollToEnd();
      return;
    }
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_BOTTOM_PX;
    if (isPlaced.current) setPlace(isAtEnd.current ? 'end' : 'above');
    if (!isAtEnd.current) return;
    seenKey.current = last.current.lastKey;
    setNewCount(0);
  }, [scrollToEnd]);

  const scrollToRow = useCallback(
    (index: number, align: 'start' | 'center' | 'nearest') => {
      isAtEnd.current = false;
      isHeadingForRow.current = true;
      window.current?.scrollToIndex(index, { align });
      // Where nothing had to move there is no scroll to hear of.
      requestAnimationFrame(() => requestAnimationFrame(handleScroll));
    },
    [handleScroll],
  );

  useLayoutEffect(() => {
    const before = last.current;
    const newest = rows.at(-1);
    last.current = { firstKey: rows[0]?.key, lastKey: newest?.key };
    count.current = rows.length;
    const countNew = () => {
      const seenAt = rows.findIndex(({ key }) => key === seenKey.current);
      setNewCount(rows.slice(seenAt + 1).filter(({ message }) => message.senderId !== ownId).length);
    };
    if (!isPlaced.current) {
      if (isOpening) {
        scrollToEnd();
        return;
      }
      isPlaced.current = true;
      const unreadAt = rows.findIndex(({ isFirstUnread }) => isFirstUnread);
      // Where the reader has gone up meanwhile they stay.
      if (unreadAt !== -1 && isAtEnd.current) {
        seenKey.current = rows[unreadAt - 1]?.key;
        countNew();
        setPlace('above');
        scrollToRow(unreadAt, 'start');
      } else if (isAtEnd.current) scrollToEnd();
      else setPlace('above');
      return;
    }
    if (newest?.key === before.lastKey) return;
    const isOwnNew = newest?.message.senderId === ownId;
    if (isAtEnd.current || before.lastKey === undefined || isOwnNew) scrollToEnd();
    else countNew();
  }, [rows, ownId, isOpening, scrollToEnd, scrollToRow]);

  const isSettled = useSettled(list, rows.length > 0);

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
    window,
    place,
    isSettled,
    isShift,
    handleScroll,
    newCount,
    scrollToEnd,
    scrollToRow,
  };
}

/** Whether what is in the list, once there is something, has found its height. */
function useSettled(list: RefObject<HTMLElement | null>, hasRows: boolean): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (!hasRows) return;
    let height = -1;
    let stillFor = 0;
    let framesLeft = MAX_OPENING_FRAMES;
    const look = () => {
      const heightNow = list.current?.scrollHeight ?? height;
      // A face on its way may break lines anew.
      const isStill = heightNow === height && document.fonts?.status !== 'loading';
      stillFor = isStill ? stillFor + 1 : 0;
      height = heightNow;
      framesLeft -= 1;
      if (stillFor >= STILL_FRAMES || framesLeft === 0) setIsSettled(true);
      else frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [list, hasRows]);
  return isSettled;
}
