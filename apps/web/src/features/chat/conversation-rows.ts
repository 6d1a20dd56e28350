import type { Message } from '@safarnama/contracts';
import type { OutgoingMessage } from '../../stores/chat-types.ts';
import { dayKey } from './format-day.ts';

/** Written in one go: so near to the last one that the two stand together. */
const SAME_BREATH_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/** A message with its place among its neighbours. */
export interface ConversationRow {
  /** The same before and after a message of one's own is sent. */
  key: string;
  message: Message;
  /** It waits to be sent. */
  outgoing?: OutgoingMessage;
  /** It begins a day of the reader's calendar. */
  beginsDay: boolean;
  /** The line "New" stands before it. */
  isFirstUnread: boolean;
  /** The first, the last of what one person wrote in one go. */
  isFirst: boolean;
  isLast: boolean;
  /** The next one does not say the same time already. */
  hasTime: boolean;
}

/**
 * Puts a conversation in rows, and tells where a day begins and what was written in one go.
 *
 * @param messages - oldest first.
 * @param outgoing - to the same person, oldest first: they stand at the end.
 */
export function conversationRows(
  messages: readonly Message[],
  outgoing: readonly OutgoingMessage[],
  ownId: string,
  firstUnreadId: string | null,
): ConversationRow[] {
  const rows: ConversationRow[] = [];
  const sent = new Set<string>();
  for (const message of messages) {
    const isOwn = message.senderId === ownId;
    if (isOwn && message.clientMessageId !== undefined) sent.add(message.clientMessageId);
    const key = isOwn ? (message.clientMessageId ?? message._id) : message._id;
    append(rows, { key, message }, message._id === firstUnreadId);
  }
  for (const one of outgoing) {
    // The event of a message may overtake the answer to its send.
    if (!sent.has(one.clientMessageId)) {
      append(rows, { key: one.clientMessageId, message: asMessage(one, ownId), outgoing: one }, false);
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
  const beginsDay = !previous || dayKey(previous.message.createdAt) !== dayKey(message.createdAt);
  const isFirst = !previous || beginsDay || isFirstUnread || !isSameBreath(previous.message, message);
  if (previous && !isFirst) {
    previous.isLast = false;
    previous.hasTime = minuteOf(previous.message) !== minuteOf(message);
  }
  rows.push({ ...row, beginsDay, isFirstUnread, isFirst, isLast: true, hasTime: true });
}

function asMessage(outgoing: OutgoingMessage, ownId: string): Message {
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

function isSameBreath(before: Message, after: Message): boolean {
  return (
    before.senderId === after.senderId &&
    Date.parse(after.createdAt) - Date.parse(before.createdAt) < SAME_BREATH_MS
  );
}

/** As fine as a time is shown. */
function minuteOf({ createdAt }: Message): number {
  return Math.floor(Date.parse(createdAt) / MINUTE_MS);
}
