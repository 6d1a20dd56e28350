import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationRow } from './conversation-rows.ts';
import type { useConversationScroll } from './use-conversation-scroll.ts';
import { LIST_STEPS } from './use-roving-focus.ts';

/** Maximum number of frames to wait until the virtualizer has rendered and measured a row. */
const MAX_FRAMES = 30;

interface RowFocus {
  /** Index of the row that is the tab stop: the last focused row, otherwise the newest; -1 without rows. */
  tabStopIndex: number;
  /** Focus handler of the list: the focused row becomes the tab stop. */
  handleFocus: (event: FocusEvent) => void;
  handleBlur: () => void;
  /**
   * Key handler of the list: arrows, Home and End move between messages, Tab moves from the list to the last visible
   * message.
   *
   * @returns the row whose menu should open, if any.
   */
  handleKeyDown: (event: KeyboardEvent) => ConversationRow | undefined;
  /** Scrolls a row to the middle of the list and focuses it. */
  goTo: (key: string) => void;
  /** Focuses the tab stop; without rows, the list. */
  focusTabStop: () => void;
}

/**
 * Keyboard navigation through a virtualized conversation, most of whose rows are not in the document. When the focused
 * row is removed, by whatever device, the next one receives the focus.
 */
export function useRowFocus(
  rows: readonly ConversationRow[],
  { list, scrollToRow }: ReturnType<typeof useConversationScroll>,
): RowFocus {
  const [tabStopKey, setTabStopKey] = useState<string>();
  const latest = useRef(rows);
  const isFocusInRow = useRef(false);
  const lastFocusedIndex =
    tabStopKey === undefined ? -1 : rows.findLastIndex(({ key }) => key === tabStopKey);
  const tabStopIndex = lastFocusedIndex === -1 ? rows.length - 1 : lastFocusedIndex;

  /** Key of the row about to be focused; key presses in the meantime continue from this row. */
  const pendingKey = useRef<string>(undefined);

  const focusRow = (key: string, framesLeft = MAX_FRAMES) => {
    if (pendingKey.current !== key) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${key}"] article`);
    row?.focus({ preventScroll: true });
    if (document.activeElement === row || framesLeft === 0) pendingKey.current = undefined;
    else requestAnimationFrame(() => focusRow(key, framesLeft - 1));
  };
  const moveTo = (key: string, align: 'center' | 'nearest') => {
    const index = latest.current.findIndex((row) => row.key === key);
    if (index === -1) return;
    setTabStopKey(key);
    scrollToRow(index, align);
    pendingKey.current = key;
    focusRow(key);
  };
  const focusRowOrList = (key: string | undefined) => {
    if (key === undefined) list.current?.focus();
    else moveTo(key, 'nearest');
  };
  useLayoutEffect(() => {
    const previousRows = latest.current;
    latest.current = rows;
    if (tabStopKey === undefined) return;
    const key = findRemaining(tabStopKey, previousRows, rows);
    if (key !== tabStopKey) setTabStopKey(key);
    // The focused element was removed: the row, or a control in it.
    const isFocusLost = isFocusInRow.current && document.activeElement === document.body;
    if (isFocusLost && pendingKey.current === undefined) focusRowOrList(key);
  });
  /** Key of the last row whose message is entirely visible. */
  const findLastVisibleKey = () => {
    if (!list.current) return undefined;
    // Positions are rounded to fractions of a pixel.
    const bottom = list.current.getBoundingClientRect().bottom + 1;
    const articles = [...list.current.querySelectorAll('article')];
    const article = articles.findLast((element) => element.getBoundingClientRect().bottom <= bottom);
    return article && rowKeyOf(article);
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!(target instanceof HTMLElement) || altKey || ctrlKey || metaKey) return undefined;
    if (target === list.current) {
      if (key !== 'Tab' || shiftKey) return undefined;
      const visibleKey = findLastVisibleKey();
      if (visibleKey === undefined) return undefined;
      event.preventDefault();
      moveTo(visibleKey, 'nearest');
      return undefined;
    }
    const currentKey = pendingKey.current ?? rowKeyOf(target);
    const currentIndex = rows.findIndex((row) => row.key === currentKey);
    if (currentIndex === -1) return undefined;
    const step = LIST_STEPS[key];
    const isOnRow = target.matches('article');
    if (step) {
      event.preventDefault();
      const next = rows[step(currentIndex, rows.length - 1)];
      if (next) moveTo(next.key, 'nearest');
    } else if (
      key === 'ContextMenu' ||
      (key === 'F10' && shiftKey) ||
      (isOnRow && (key === 'Enter' || key === ' '))
    ) {
      event.preventDefault();
      return rows[currentIndex];
    }
    return undefined;
  };
  return {
    tabStopIndex,
    handleFocus: ({ target }) => {
      const key = rowKeyOf(target);
      if (key === undefined) return;
      isFocusInRow.current = true;
      // The user moved the focus elsewhere in the meantime.
      if (key !== pendingKey.current) pendingKey.current = undefined;
      setTabStopKey(key);
    },
    handleBlur: () => {
      isFocusInRow.current = false;
    },
    handleKeyDown,
    goTo: (key) => moveTo(key, 'center'),
    focusTabStop: () => focusRowOrList(rows[tabStopIndex]?.key),
  };
}

/**
 * The given key or, if its row was removed, that of the first remaining row after it, otherwise of the last one before
 * it. Undefined if no row remains.
 */
function findRemaining(
  key: string,
  previousRows: readonly ConversationRow[],
  rows: readonly ConversationRow[],
): string | undefined {
  if (rows.some((row) => row.key === key)) return key;
  const keys = new Set(rows.map((row) => row.key));
  const isLeft = (row: ConversationRow) => keys.has(row.key);
  const index = previousRows.findIndex((row) => row.key === key);
  return (previousRows.slice(index).find(isLeft) ?? previousRows.slice(0, index).findLast(isLeft))?.key;
}

/** Key of the row that contains the element. */
function rowKeyOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-row]')?.dataset['row'];
}
