import type { Message } from '@safarnama/contracts';
import type { OutgoingMessage } from '../../stores/chat/outbox/outgoing-message.ts';
import { dayKey } from './format-day.ts';

/** Written in one go: so near to the last one that the two stand together. */
const GROUP_WINDOW_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/** A message with its place among its neighbours. */
export interface ConversationRow {
  /** The same before and after a message of one's own is sent. */
  key: string;
  message: Message;
  /** It waits to be sent. */
  outgoing?: OutgoingMessage;
  /** It begins a day of the reader's calendar. */
  startsDay: boolean;
  /** The line "New" stands before it. */
  isFirstUnread: boolean;
  /** The first, the last of what one person wrote in one go. */
  isFirstInGroup: boolean;
  isLastInGroup: boolean;
  /** The next one does not say the same time already. */
  showsTime: boolean;
}

/**
 * Puts a conversation in rows, and tells where a day begins and what was written in one go.
 *
 * @param messages - oldest first.
 * @param outgoing - to the same person, oldest first: they stand at the end.
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
    // The event of a message may overtake the answer to its send.
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
  const { message } = row;
  const startsDay = !previous || dayKey(previous.message.createdAt) !== dayKey(message.createdAt);
  const isFirstInGroup = !previous || startsDay || isFirstUnread || !isSameGroup(previous.message, message);
  if (previous && !isFirstInGroup) {
    previous.isLastInGroup = false;
    previous.showsTime = toMinute(previous.message) !== toMinute(message);
  }
  rows.push({ ...row, startsDay, isFirstUnread, isFirstInGroup, isLastInGroup: true, showsTime: true });
}

function toMessage(outgoing: OutgoingMessage, ownId: string): Message {
  const { clientMessageId, receiverId, text, image, createdAt, replyTo } = outgoing;
  return {
    _id: clientMessageId,
    senderId: ownId,
    receiverId,
    text,
    image,
    createdAt,
    clientMessageId,
    ...(replyTo && { replyTo }),
  };
}

function isSameGroup(before: Message, after: Message): boolean {
  return (
    before.senderId === after.senderId &&
    Date.parse(after.createdAt) - Date.parse(before.createdAt) < GROUP_WINDOW_MS
  );
}

/** As fine as a time is shown. */
function toMinute({ createdAt }: Message): number {
  return Math.floor(Date.parse(createdAt) / MINUTE_MS);
}
