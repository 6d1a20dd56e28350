import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationRow } from './conversation-rows.ts';
import type { useConversationScroll } from './use-conversation-scroll.ts';
import { LIST_STEPS } from './use-roving-focus.ts';

/** A row that was just put into the window is measured within a few frames, and takes no focus before. */
const MAX_FRAMES = 30;

interface RowFocus {
  /** The one row where the Tab key stops: the last one that had the focus, else the newest. -1 without rows. */
  stopIndex: number;
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
  { list, window, scrollToRow }: ReturnType<typeof useConversationScroll>,
): RowFocus {
  const [stopKey, setStopKey] = useState<string>();
  const latest = useRef(rows);
  useLayoutEffect(() => {
    latest.current = rows;
  });
  const stopAt = stopKey === undefined ? -1 : rows.findLastIndex(({ key }) => key === stopKey);

  /** The row that the focus is on its way to: the next key goes on from there, and none is lost. */
  const wanted = useRef<string>(undefined);

  const focusRow = (key: string, framesLeft = MAX_FRAMES) => {
    if (wanted.current !== key) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${key}"] article`);
    row?.focus({ preventScroll: true });
    if (document.activeElement === row || framesLeft === 0) wanted.current = undefined;
    else requestAnimationFrame(() => focusRow(key, framesLeft - 1));
  };
  const go = (key: string, align: 'center' | 'nearest') => {
    const index = latest.current.findIndex((row) => row.key === key);
    if (index === -1) return;
    setStopKey(key);
    scrollToRow(index, align);
    wanted.current = key;
    focusRow(key);
  };
  /** The lowest row that is whole in sight. */
  const lastInSight = () => {
    const handle = window.current;
    if (!handle) return undefined;
    const bottom = handle.scrollOffset + handle.viewportSize;
    const index = handle.findItemIndex(bottom);
    const isCut = handle.getItemOffset(index) + handle.getItemSize(index) > bottom;
    return rows[isCut ? Math.max(0, index - 1) : index];
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!(target instanceof HTMLElement) || altKey || ctrlKey || metaKey) return undefined;
    if (target === list.current) {
      if (key !== 'Tab' || shiftKey) return undefined;
      const row = lastInSight();
      if (!row) return undefined;
      event.preventDefault();
      go(row.key, 'nearest');
      return undefined;
    }
    const from = wanted.current ?? rowOf(target);
    const at = rows.findIndex((row) => row.key === from);
    if (at === -1) return undefined;
    const step = LIST_STEPS[key];
    const isOnRow = target.matches('article');
    if (step) {
      event.preventDefault();
      const next = rows[step(at, rows.length - 1)];
      if (next) go(next.key, 'nearest');
    } else if (
      key === 'ContextMenu' ||
      (key === 'F10' && shiftKey) ||
      (isOnRow && (key === 'Enter' || key === ' '))
    ) {
      event.preventDefault();
      return rows[at];
    }
    return undefined;
  };
  return {
    stopIndex: stopAt === -1 ? rows.length - 1 : stopAt,
    handleFocus: ({ target }) => {
      const key = rowOf(target);
      if (key === undefined) return;
      // Somebody has gone elsewhere meanwhile.
      if (key !== wanted.current) wanted.current = undefined;
      setStopKey(key);
    },
    handleKeyDown,
    goTo: (key) => go(key, 'center'),
  };
}

/** The key of the row that an element is in. */
function rowOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-row]')?.dataset['row'];
}
