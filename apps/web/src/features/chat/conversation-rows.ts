import type { Message } from '@safarnama/contracts';
import { type OutgoingMessage, toMessage } from '../../stores/chat/outbox/outgoing-message.ts';

/** Messages of one sender within this time are grouped. */
const GROUP_WINDOW_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/**
 * A message and how to display it. The height of a row does not depend on earlier rows, so that it stays the same when
 * older messages are prepended.
 */
export interface ConversationRow {
  /** Remains the same when an outgoing message is stored. */
  key: string;
  message: Message;
  /** Set while the message is unsent. */
  outgoing?: OutgoingMessage;
  /**
   * Time of the next message if it was sent on another day in the viewer's time zone; the label of that day follows
   * this row.
   */
  nextDay: string | null;
  /** Whether the "New" separator precedes the message. */
  isFirstUnread: boolean;
  isLastInGroup: boolean;
  /** False when the next message of the group shows the same minute. */
  showsTime: boolean;
  /** True for the last waiting message of its group; the note below it applies to all waiting messages of the group. */
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
  const append = createAppend(rows);
  const sentIds = new Set<string>();
  for (const message of messages) {
    const isOwn = message.senderId === ownId;
    if (isOwn && message.clientMessageId !== undefined) sentIds.add(message.clientMessageId);
    const key = isOwn ? (message.clientMessageId ?? message._id) : message._id;
    append(key, message, undefined, message._id === firstUnreadId);
  }
  for (const pending of outgoing) {
    // The socket event of a message may arrive before the response to its request.
    if (!sentIds.has(pending.clientMessageId)) {
      append(pending.clientMessageId, toMessage(pending, ownId), pending, false);
    }
  }
  return rows;
}

/**
 * @returns a function that appends the row of a message to `rows` and updates the row before it. A long conversation is
 * built again with every change, so the function parses each time once, and does calendar arithmetic only for a new
 * day.
 */
function createAppend(rows: ConversationRow[]) {
  let previous: ConversationRow | undefined;
  let previousTime = Number.NaN;
  let dayStart = Number.NaN;
  let dayEnd = Number.NaN;

  return (key: string, message: Message, outgoing: OutgoingMessage | undefined, isFirstUnread: boolean) => {
    const time = Date.parse(message.createdAt);
    const isWaiting = outgoing?.state === 'waiting';
    const startsDay = !(time >= dayStart && time < dayEnd);
    if (startsDay) {
      const date = new Date(time);
      dayStart = date.setHours(0, 0, 0, 0);
      dayEnd = date.setDate(date.getDate() + 1);
    }
    const startsGroup =
      startsDay ||
      isFirstUnread ||
      previous?.message.senderId !== message.senderId ||
      time - previousTime >= GROUP_WINDOW_MS;
    if (previous && startsDay) previous.nextDay = message.createdAt;
    if (previous && !startsGroup) {
      previous.isLastInGroup = false;
      previous.showsTime = toMinute(previousTime) !== toMinute(time);
      if (isWaiting) previous.showsWaitingNote = false;
    }
    previous = {
      key,
      message,
      nextDay: null,
      isFirstUnread,
      isLastInGroup: true,
      showsTime: true,
      showsWaitingNote: isWaiting,
    };
    if (outgoing) previous.outgoing = outgoing;
    previousTime = time;
    rows.push(previous);
  };
}

function toMinute(time: number): number {
  return Math.floor(time / MINUTE_MS);
}
