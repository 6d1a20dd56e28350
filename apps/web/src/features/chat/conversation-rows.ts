import type { Message } from '@safarnama/contracts';
import { type OutgoingMessage, toMessage } from '../../stores/chat/outbox/outgoing-message.ts';
import { dayKey } from './format-day.ts';

/** Messages of one sender within this time are grouped. */
const GROUP_WINDOW_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/** A message and how to display it, which depends on its neighbours. */
export interface ConversationRow {
  /** Stays the same when an outgoing message is stored. */
  key: string;
  message: Message;
  /** Set while the message is unsent. */
  outgoing?: OutgoingMessage;
  /** First message of a day in the viewer's time zone. */
  startsDay: boolean;
  /** The "New" separator precedes it. */
  isFirstUnread: boolean;
  isFirstInGroup: boolean;
  isLastInGroup: boolean;
  /** False when the next message of the group shows the same minute. */
  showsTime: boolean;
  /** The last waiting message of its group; the note below it applies to all waiting messages of the group. */
  showsWaitingNote: boolean;
}

/**
 * Turns a conversation into rows with day breaks and groups.
 *
 * @param messages - stored messages, oldest first.
 * @param outgoing - unsent messages to the same user, oldest first; they come last.
 */
export function buildConversationRows(
  messages: readonly Message[],
  outgoing: readonly OutgoingMessage[],
  ownId: string,
  firstUnreadId: string | null,
): ConversationRow[] {
  const rows: ConversationRow[] = [];
  const sentIds = new Set<string>();
  for (const message of messages) {
    const isOwn = message.senderId === ownId;
    if (isOwn && message.clientMessageId !== undefined) sentIds.add(message.clientMessageId);
    const key = isOwn ? (message.clientMessageId ?? message._id) : message._id;
    append(rows, { key, message }, message._id === firstUnreadId);
  }
  for (const pending of outgoing) {
    // The socket event of a message may arrive before the response to its request.
    if (!sentIds.has(pending.clientMessageId)) {
      append(
        rows,
        { key: pending.clientMessageId, message: toMessage(pending, ownId), outgoing: pending },
        false,
      );
    }
  }
  return rows;
}

function append(
  rows: ConversationRow[],
  row: Pick<ConversationRow, 'key' | 'message' | 'outgoing'>,
  isFirstUnread: boolean,
): void {
  const previous = rows.at(-1);
  const { message, outgoing } = row;
  const isWaiting = outgoing?.state === 'waiting';
  const startsDay = !previous || dayKey(previous.message.createdAt) !== dayKey(message.createdAt);
  const isFirstInGroup = !previous || startsDay || isFirstUnread || !isSameGroup(previous.message, message);
  if (previous && !isFirstInGroup) {
    previous.isLastInGroup = false;
    previous.showsTime = toMinute(previous.message) !== toMinute(message);
    if (isWaiting) previous.showsWaitingNote = false;
  }
  rows.push({
    ...row,
    startsDay,
    isFirstUnread,
    isFirstInGroup,
    isLastInGroup: true,
    showsTime: true,
    showsWaitingNote: isWaiting,
  });
}

function isSameGroup(before: Message, after: Message): boolean {
  return (
    before.senderId === after.senderId &&
    Date.parse(after.createdAt) - Date.parse(before.createdAt) < GROUP_WINDOW_MS
  );
}

function toMinute({ createdAt }: Message): number {
  return Math.floor(Date.parse(createdAt) / MINUTE_MS);
}
