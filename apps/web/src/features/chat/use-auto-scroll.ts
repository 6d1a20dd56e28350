import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** So near to the end one is still reading the newest. */
const NEAR_BOTTOM_PX = 80;

interface AutoScroll {
  list: RefObject<HTMLDivElement | null>;
  /** To be called on each scroll of the list. */
  handleScroll: () => void;
  /** Something came in below while the reader was further up. */
  hasNew: boolean;
  scrollToEnd: () => void;
  /** To be called when a row has grown (a picture that arrived). */
  keepAtEnd: () => void;
}

/**
 * Keeps a list at its newest row while the reader is there, and where it is when they read further up; rows put in
 * above move nothing.
 *
 * @param firstKey - id of the first row.
 * @param lastKey - id of the last row.
 * @param isLastOwn - the last row is the reader's own: it is always shown.
 */
export function useAutoScroll(
  firstKey: string | undefined,
  lastKey: string | undefined,
  isLastOwn: boolean,
): AutoScroll {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const before = useRef({ firstKey, lastKey, height: 0 });
  const [hasNew, setHasNew] = useState(false);

  const scrollToEnd = useCallback(() => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
    isAtEnd.current = true;
    setHasNew(false);
  }, []);

  const keepAtEnd = useCallback(() => {
    if (isAtEnd.current) scrollToEnd();
  }, [scrollToEnd]);

  const handleScroll = useCallback(() => {
    const element = list.current;
    if (!element) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_BOTTOM_PX;
    if (isAtEnd.current) setHasNew(false);
  }, []);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const last = before.current;
    const isNewBelow = last.lastKey !== lastKey;
    const isNewAbove = last.firstKey !== firstKey && !isNewBelow && last.firstKey !== undefined;
    if (isNewAbove) element.scrollTop += element.scrollHeight - last.height;
    else if (isNewBelow && (isAtEnd.current || isLastOwn || last.lastKey === undefined)) scrollToEnd();
    else if (isNewBelow) setHasNew(true);
    before.current = { firstKey, lastKey, height: element.scrollHeight };
  }, [firstKey, lastKey, isLastOwn, scrollToEnd]);

  return { list, handleScroll, hasNew, scrollToEnd, keepAtEnd };
}
