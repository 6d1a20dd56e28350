import type { Message } from '@safarnama/contracts';
import { formatMessageTime } from '../../lib/format-date.ts';
import { dayKey } from './format-day.ts';

/** Written in one go: so near to the last one that the two stand together. */
const SAME_BREATH_MS = 5 * 60_000;

/** A message with its place among its neighbours. */
interface PlacedMessage {
  message: Message;
  /** The first, the last of what one person wrote in one go. */
  isFirst: boolean;
  isLast: boolean;
  /** The next one does not say the same time already. */
  hasTime: boolean;
}

export interface MessageDay {
  key: string;
  /** A moment of that day. */
  isoDate: string;
  messages: PlacedMessage[];
}

/**
 * Puts a conversation in days of the reader's calendar, and tells what was written in one go.
 *
 * @param messages - oldest first.
 */
export function groupMessages(messages: readonly Message[]): MessageDay[] {
  const days: MessageDay[] = [];
  let previous: PlacedMessage | undefined;
  for (const message of messages) {
    const key = dayKey(message.createdAt);
    let day = days.at(-1);
    if (!day || day.key !== key) {
      day = { key, isoDate: message.createdAt, messages: [] };
      days.push(day);
      previous = undefined;
    }
    const isFirst = previous === undefined || !isSameBreath(previous.message, message);
    if (previous && !isFirst) {
      previous.isLast = false;
      previous.hasTime =
        formatMessageTime(previous.message.createdAt) !== formatMessageTime(message.createdAt);
    }
    const placed = { message, isFirst, isLast: true, hasTime: true };
    day.messages.push(placed);
    previous = placed;
  }
  return days;
}

function isSameBreath(before: Message, after: Message): boolean {
  return (
    before.senderId === after.senderId &&
    Date.parse(after.createdAt) - Date.parse(before.createdAt) < SAME_BREATH_MS
  );
}
