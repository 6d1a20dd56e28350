import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { FirstMessage } from '../../lib/entry-views.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import type { ConversationRow } from './conversation-rows.ts';
import { useHasScrolledUp } from './use-has-scrolled-up.ts';
import { useIsMeasured } from './use-is-measured.ts';
import { type ScrollElements, type StickToEnd, useStickToEnd } from './use-stick-to-end.ts';

/** `opening`: not positioned yet; `end`: the newest message is visible; `above`: the user has scrolled up. */
type ScrollPosition = 'opening' | 'end' | 'above';

interface ConversationScroll extends ScrollElements, Omit<StickToEnd, 'isAtEnd'> {
  position: ScrollPosition;
  /** Whether the first rows are measured. Until then, the list stays hidden, because its rows would jump. */
  isMeasured: boolean;
  /** Whether rows were added or removed at the beginning, so that the distance to the end must stay the same. */
  isPrepending: boolean;
  /** Number of the partner's messages that arrived while the user was further up. */
  newCount: number;
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
  /** The partner's messages after the row with this key are new; undefined if all loaded ones are. */
  const lastSeenKey = useRef<string>(undefined);
  const isPositioned = useRef(false);
  /** The rows of the last commit. */
  const lastRows = useRef<readonly ConversationRow[]>([]);
  const [position, setPosition] = useState<ScrollPosition>('opening');
  const [newCount, setNewCount] = useState(0);
  const hasScrolledUp = useHasScrolledUp(list);
  const isMeasured = useIsMeasured(list, rows.length > 0);
  const isPrepending =
    lastRows.current.length > 0 &&
    rows[0]?.key !== lastRows.current[0]?.key &&
    rows.at(-1)?.key === lastRows.current.at(-1)?.key;

  const markSeen = useCallback(() => {
    lastSeenKey.current = findLastReceivedKey(lastRows.current, ownId);
    setNewCount(0);
  }, [ownId]);

  /** The first visible message; undefined if it has not been sent yet, since its id will change. */
  const findFirstMessage = useCallback((): FirstMessage | undefined => {
    if (!list.current || !virtualizer.current) return undefined;
    const { scrollTop } = list.current;
    const index = virtualizer.current.findItemIndex(scrollTop);
    const row = lastRows.current[index];
    if (!row || row.outgoing) return undefined;
    const top = headerHeight + virtualizer.current.getItemOffset(index);
    const { _id: id, createdAt } = row.message;
    return { id, createdAt, offset: scrollTop - top };
  }, [headerHeight]);

  const handleMove = useCallback(
    (isAtEnd: boolean) => {
      // A user who scrolls up while the saved message is loading stays there.
      if (hasScrolledUp.current && !isAtEnd) isPositioned.current = true;
      if (isPositioned.current) {
        setPosition(isAtEnd ? 'end' : 'above');
        saveMessage(isAtEnd ? undefined : findFirstMessage());
      }
      if (isAtEnd) markSeen();
    },
    [saveMessage, findFirstMessage, markSeen, hasScrolledUp],
  );
  const { isAtEnd, handleScroll, scrollToEnd, scrollToRow } = useStickToEnd(
    { list, content, virtualizer },
    handleMove,
  );

  const countNew = () => {
    const lastSeenIndex = rows.findIndex(({ key }) => key === lastSeenKey.current);
    // The row was deleted, so the count stays as it is.
    if (lastSeenIndex === -1 && lastSeenKey.current !== undefined) return;
    setNewCount(rows.slice(lastSeenIndex + 1).filter(({ message }) => message.senderId !== ownId).length);
  };

  /** Scrolls to the initial position. */
  const open = () => {
    isPositioned.current = true;
    const target = findOpeningTarget(rows, savedMessage, dayLabelHeight);
    // If the user has scrolled up in the meantime, the position stays.
    if (!isAtEnd.current) setPosition('above');
    else if (!target) scrollToEnd();
    else {
      const unreadIndex = rows.findIndex(({ isFirstUnread }) => isFirstUnread);
      lastSeenKey.current =
        unreadIndex === -1 ? findLastReceivedKey(rows, ownId) : rows[unreadIndex - 1]?.key;
      countNew();
      setPosition('above');
      scrollToRow(target.index, 'start', target.offset);
    }
  };

  /** After a change of the rows, scrolls to new messages, or counts them while the user is further up. */
  const followOrCount = (previousRows: readonly ConversationRow[]) => {
    const newestKey = rows.at(-1)?.key;
    const isLastNew = newestKey !== previousRows.at(-1)?.key;
    // The user's message from another device or tab does not move what they are reading here.
    const isOwnNew = isLastNew && newestKey === useChatStore.getState().lastWrittenId;
    if (!isAtEnd.current && previousRows.length > 0 && !isOwnNew) {
      countNew();
      return;
    }
    // Missed messages are inserted before the user's unsent messages, and before a newer one that has arrived already.
    const hasReceived = findLastReceivedKey(rows, ownId) !== findLastReceivedKey(previousRows, ownId);
    if (isLastNew || hasReceived) scrollToEnd();
  };

  useLayoutEffect(() => {
    const previousRows = lastRows.current;
    lastRows.current = rows;
    // Rows that were prepended are not new.
    lastSeenKey.current ??= rows[rows.findIndex(({ key }) => key === previousRows[0]?.key) - 1]?.key;
    if (isPositioned.current) followOrCount(previousRows);
    else if (isOpening) scrollToEnd();
    else open();
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

/** Where a conversation opens: at the saved message, otherwise at the first unread one; undefined for the end. */
function findOpeningTarget(
  rows: readonly ConversationRow[],
  savedMessage: FirstMessage | undefined,
  dayLabelHeight: number,
): { index: number; offset: number } | undefined {
  const savedIndex = rows.findIndex(({ message }) => message._id === savedMessage?.id);
  if (savedMessage && savedIndex !== -1) return { index: savedIndex, offset: savedMessage.offset };
  const index = rows.findIndex(({ isFirstUnread }) => isFirstUnread);
  if (index === -1) return undefined;
  // Its day label, which belongs to the row before it or to the block above the first row, stays visible.
  const isBelowLabel = rows[index - 1]?.nextDay !== null;
  return { index, offset: isBelowLabel ? -dayLabelHeight : 0 };
}

/** Key of the partner's newest message. */
function findLastReceivedKey(rows: readonly ConversationRow[], ownId: string): string | undefined {
  return rows.findLast(({ message }) => message.senderId !== ownId)?.key;
}
