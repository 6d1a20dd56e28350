import type { Conversation, Message } from '@safarnama/contracts';

/**
 * Finds the other user's first message that is unread.
 *
 * @param page - what the server said of the conversation when it was opened.
 * @param hasOlder - there are messages before these.
 * @returns null when everything is read, and when the message is older than these.
 */
export function findFirstUnreadId(
  messages: readonly Message[],
  partnerId: string,
  { ownReadUpTo, unreadCount }: Pick<Conversation, 'ownReadUpTo' | 'unreadCount'>,
  hasOlder: boolean,
): string | null {
  if (unreadCount === 0) return null;
  const lastReadIndex = messages.findIndex(({ _id }) => _id === ownReadUpTo);
  const candidates = messages.slice(lastReadIndex + 1).filter(({ senderId }) => senderId === partnerId);
  const firstId = candidates[0]?._id ?? null;
  if (lastReadIndex >= 0) return firstId;
  return candidates.at(-unreadCount)?._id ?? (hasOlder ? null : firstId);
}
