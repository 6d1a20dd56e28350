import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationRow } from './conversation-rows.ts';
import type { useConversationScroll } from './use-conversation-scroll.ts';
import { LIST_STEPS } from './use-roving-focus.ts';

/** A row that was just put into the window is measured within a few frames, and takes no focus before. */
const MAX_FRAMES = 30;

interface RowFocus {
  /** The one row where the Tab key stops: the last one that had the focus, else the newest. -1 without rows. */
  tabStopIndex: number;
  /** For the list: the row that has the focus, or something in it, is where Tab stops from now on. */
  handleFocus: (event: FocusEvent) => void;
  /**
   * For the list: arrows, Home and End go from message to message, Tab into the messages in sight.
   *
   * @returns the row whose menu is asked for.
   */
  handleKeyDown: (event: KeyboardEvent) => ConversationRow | undefined;
  /** Brings a row into the middle of the list and gives it the focus. */
  goTo: (key: string) => void;
}

/** One goes through a conversation by keyboard as through a list, though most of its rows are not in the document. */
export function useRowFocus(
  rows: readonly ConversationRow[],
  { list, virtualizer, scrollToRow }: ReturnType<typeof useConversationScroll>,
): RowFocus {
  const [tabStopKey, setTabStopKey] = useState<string>();
  const latest = useRef(rows);
  useLayoutEffect(() => {
    latest.current = rows;
  });
  const tabStopRow = tabStopKey === undefined ? -1 : rows.findLastIndex(({ key }) => key === tabStopKey);

  /** The row that the focus is on its way to: the next key goes on from there, and none is lost. */
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
  /** The lowest row that is whole in sight. */
  const findLastVisibleRow = () => {
    const handle = virtualizer.current;
    if (!handle) return undefined;
    const bottom = handle.scrollOffset + handle.viewportSize;
    const index = handle.findItemIndex(bottom);
    const isClipped = handle.getItemOffset(index) + handle.getItemSize(index) > bottom;
    return rows[isClipped ? Math.max(0, index - 1) : index];
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!(target instanceof HTMLElement) || altKey || ctrlKey || metaKey) return undefined;
    if (target === list.current) {
      if (key !== 'Tab' || shiftKey) return undefined;
      const row = findLastVisibleRow();
      if (!row) return undefined;
      event.preventDefault();
      moveTo(row.key, 'nearest');
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
    tabStopIndex: tabStopRow === -1 ? rows.length - 1 : tabStopRow,
    handleFocus: ({ target }) => {
      const key = rowKeyOf(target);
      if (key === undefined) return;
      // Somebody has gone elsewhere meanwhile.
      if (key !== pendingKey.current) pendingKey.current = undefined;
      setTabStopKey(key);
    },
    handleKeyDown,
    goTo: (key) => moveTo(key, 'center'),
  };
}

/** The key of the row that an element is in. */
function rowKeyOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-row]')?.dataset['row'];
}
