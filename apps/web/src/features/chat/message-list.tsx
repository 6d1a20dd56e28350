import type { Message, PublicUser, User } from '@safarnama/contracts';
import { ArrowDown } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Virtualizer } from 'virtua';
import { useShallow } from 'zustand/react/shallow';
import { MoreButton } from '../../components/more-button.tsx';
import { RetryButton } from '../../components/retry-button.tsx';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { buildConversationRows } from './conversation-rows.ts';
import { formatDay } from './format-day.ts';
import { MessageAnnouncement } from './message-announcement.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { createSendStateLookup } from './message-state.tsx';
import { CHAT_STRINGS } from './strings.ts';
import { useConversationScroll } from './use-conversation-scroll.ts';
import { useMessageActions } from './use-message-actions.tsx';
import { useOlderPages } from './use-older-pages.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useSavedMessage } from './use-saved-message.ts';
import { useToday } from './use-today.ts';
import { useLoadFirstUnread, useReadReceipt } from './use-unread.ts';

interface MessageListProps {
  me: User;
  partner: PublicUser;
  /** Reloads the conversation after a failure. */
  onRetry: () => void;
  onReply: (message: Message) => void;
}

/** Rows are rendered this far beyond the viewport, so that fast scrolling shows no gap. */
const BUFFER_PX = 600;
/**
 * Assumed height of a row that was not rendered yet, about that of a short message. Without it, the virtualizer takes
 * the median of the first rows, which may be one very long message.
 */
const ROW_REM = 4.5;
/** Fixed height of the block above the first message, including its day label, so that nothing moves. */
const HEADER_REM = 8.75;
/** Height of the other day labels, each on one line. */
const DAY_LABEL_REM = 3;

/**
 * The messages, oldest first. Follows the newest message while the user is at the end. Virtualized: only the rows near
 * the visible area and the focused row are in the document.
 */
export function MessageList({ me, partner, onRetry, onReply }: MessageListProps) {
  const { messages, outgoing, receipts, firstUnreadId, canReply, messagesLoading, messagesFailed } =
    useChatStore(
      useShallow((state) => ({
        messages: state.messages,
        outgoing: state.outgoing,
        receipts: state.receipts,
        firstUnreadId: state.firstUnreadId,
        canReply: !state.isBlocked && state.canMessage,
        messagesLoading: state.messagesLoading,
        messagesFailed: state.messagesFailed,
      })),
    );
  const rows = useMemo(() => {
    const pending = outgoing.filter(({ receiverId }) => receiverId === partner._id);
    return buildConversationRows(messages, pending, me._id, firstUnreadId);
  }, [messages, outgoing, partner._id, me._id, firstUnreadId]);
  const getSendState = useMemo(() => createSendStateLookup(messages, receipts), [messages, receipts]);
  const isLoadingUnread = useLoadFirstUnread();
  const { savedMessage, isLoadingSaved, saveMessage } = useSavedMessage();
  const [remSize] = useState(rootFontSize);
  const scroll = useConversationScroll(rows, {
    ownId: me._id,
    // Messages that arrived after a failed load do not mark the earlier messages as seen.
    isOpening: messagesLoading || messagesFailed || isLoadingUnread || isLoadingSaved,
    savedMessage,
    saveMessage,
    headerHeight: HEADER_REM * remSize,
    dayLabelHeight: DAY_LABEL_REM * remSize,
  });
  const focus = useRowFocus(rows, scroll);
  // Not the newest row: after a reconnect, missed messages are inserted before the unsent messages.
  const newestReceivedId = messages.findLast(({ senderId }) => senderId === partner._id)?._id;
  useReadReceipt(scroll.position === 'end', newestReceivedId);
  const { actions, highlightedId, overlays } = useMessageActions({
    me,
    rows,
    canReply,
    onReply,
    goTo: focus.goTo,
    focusTabStop: focus.focusTabStop,
  });

  const older = useOlderPages(scroll.list, scroll.position !== 'opening');
  const handleScroll = () => {
    scroll.handleScroll();
    older.handleScroll();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const row = focus.handleKeyDown(event);
    if (row && !row.outgoing && event.target instanceof HTMLElement) {
      actions.openMenu(row.message, event.target, 'actions');
    }
  };
  const [firstRow] = rows;
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroll.list}
        onScroll={handleScroll}
        onKeyDown={handleKeyDown}
        onFocus={focus.handleFocus}
        onBlur={focus.handleBlur}
        aria-label={CHAT_STRINGS.conversationWith({ name: partner.fullName })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="relative h-full overflow-x-hidden overflow-y-auto overscroll-contain [@media(max-height:30rem)]:overscroll-auto -outline-offset-3 [overflow-anchor:none]"
      >
        <div
          ref={scroll.content}
          className={`@container mx-auto flex min-h-full max-w-3xl flex-col px-3 md:px-6 ${!firstRow || scroll.isMeasured ? '' : 'invisible'}`}
        >
          {!firstRow && messagesLoading ? (
            <BubbleSkeletons />
          ) : !firstRow ? (
            <EmptyNotice name={partner.fullName} />
          ) : (
            <>
              <ListHeader partner={partner} onRetry={onRetry} onLoadOlder={older.load} />
              <DaySeparator isoDate={firstRow.message.createdAt} className="h-17 flex-none" />
              {/* Not live: older pages must not be announced. The live region below announces new messages. */}
              <div role="log" aria-live="off">
                <Virtualizer
                  ref={scroll.virtualizer}
                  scrollRef={scroll.list}
                  as="ol"
                  item="li"
                  data={rows}
                  bufferSize={BUFFER_PX}
                  itemSize={ROW_REM * remSize}
                  shift={scroll.isPrepending}
                  startMargin={HEADER_REM * remSize}
                  keepMounted={focus.tabStopIndex === -1 ? [] : [focus.tabStopIndex]}
                >
                  {(row, index) => (
                    <div key={row.key} data-row={row.key}>
                      {row.isFirstUnread && <UnreadSeparator />}
                      <MessageBubble
                        message={row.message}
                        outgoing={row.outgoing}
                        state={
                          row.message.senderId === me._id
                            ? (row.outgoing?.state ?? getSendState(index))
                            : undefined
                        }
                        me={me}
                        partner={partner}
                        isLastInGroup={row.isLastInGroup}
                        showsTime={row.showsTime}
                        showsWaitingNote={row.showsWaitingNote}
                        isTabStop={index === focus.tabStopIndex}
                        isHighlighted={row.message._id === highlightedId}
                        canReply={canReply}
                        actions={actions}
                      />
                      {row.nextDay !== null && <DaySeparator isoDate={row.nextDay} className="pt-1 pb-6" />}
                    </div>
                  )}
                </Virtualizer>
              </div>
            </>
          )}
        </div>
      </section>
      <MessageAnnouncement messages={messages} partner={partner} isLoading={messagesLoading} />
      {scroll.position === 'above' && (
        <ToNewestButton
          newCount={scroll.newCount}
          onClick={() => {
            scroll.scrollToEnd();
            scroll.list.current?.focus();
          }}
        />
      )}
      {overlays}
    </div>
  );
}

function EmptyNotice({ name }: { name: string }) {
  return (
    <div className="m-auto max-w-sm py-10 text-center">
      <p className="font-display text-2xl text-balance" dir="auto">
        {CHAT_STRINGS.emptyTitle({ name })}
      </p>
      <p className="mt-2 text-ink-soft">{CHAT_STRINGS.empty}</p>
    </div>
  );
}

interface ListHeaderProps extends Pick<MessageListProps, 'partner' | 'onRetry'> {
  onLoadOlder: () => void;
}

/** Above the first message: a failed load, a button for older messages, or the start of the conversation. */
function ListHeader({ partner, onRetry, onLoadOlder }: ListHeaderProps) {
  const hasFailed = useChatStore((state) => state.messagesFailed);
  const isLoading = useChatStore((state) => state.olderLoading);
  const hasOlder = useChatStore((state) => state.olderCursor !== null);
  return (
    <div className="mt-auto flex h-18 flex-none items-center justify-center gap-3">
      {hasFailed ? (
        <>
          <p className="text-danger">{CHAT_STRINGS.messagesFailed}</p>
          <RetryButton className="button button-quiet" onRetry={onRetry} />
        </>
      ) : hasOlder ? (
        <MoreButton
          isLoading={isLoading}
          label={CHAT_STRINGS.older}
          loadingLabel={CHAT_STRINGS.loadingOlder}
          onLoad={onLoadOlder}
        />
      ) : (
        <p className="line-clamp-2 max-w-sm px-1 text-balance text-center font-text text-ink-soft text-sm italic">
          {CHAT_STRINGS.conversationStart({ name: partner.fullName })}
        </p>
      )}
    </div>
  );
}

/** Scrolls to the newest message, and shows how many have arrived. */
function ToNewestButton({ newCount, onClick }: { newCount: number; onClick: () => void }) {
  return (
    <button
      type="button"
      className={`!absolute inset-x-0 bottom-3 mx-auto w-fit !rounded-full shadow-card ${newCount > 0 ? 'button button-accent' : 'button button-quiet !px-3'}`}
      onClick={onClick}
    >
      <ArrowDown aria-hidden className="size-4" />
      {newCount > 0 ? (
        CHAT_STRINGS.newMessages({ count: newCount })
      ) : (
        <span className="sr-only">{CHAT_STRINGS.toNewest}</span>
      )}
    </button>
  );
}

/** Pixels per rem; the virtualizer counts in pixels. */
function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}

function DaySeparator({ isoDate, className }: { isoDate: string; className: string }) {
  const today = useToday();
  return (
    <h3
      className={`flex items-center gap-4 font-medium text-ink-soft text-sm tracking-wide before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line ${className}`}
    >
      <span>{formatDay(isoDate, today)}</span>
    </h3>
  );
}

/** Precedes the first unread message. */
function UnreadSeparator() {
  return (
    <p className="flex items-center gap-3 pb-5 font-semibold text-marigold-text text-xs tracking-wide before:h-px before:flex-1 before:bg-marigold after:h-px after:flex-1 after:bg-marigold">
      {CHAT_STRINGS.unreadSeparator}
    </p>
  );
}

const SKELETONS = ['h-12 w-1/2', 'h-20 w-3/5', 'ms-auto h-12 w-2/5', 'h-12 w-1/3', 'ms-auto h-16 w-1/2'];

export function BubbleSkeletons() {
  return (
    <div aria-busy="true" className="mt-auto grid gap-4 py-5">
      <p role="status" className="sr-only">
        {CHAT_STRINGS.loadingMessages}
      </p>
      {SKELETONS.map((shape) => (
        <div key={shape} aria-hidden className={`skeleton !rounded-2xl ${shape}`} />
      ))}
    </div>
  );
}
