import { MAX_UNREAD_COUNT, type Message } from '@safarnama/contracts';

/**
 * Finds the first unread message of the other user.
 *
 * @param page - receipt and unread count from the first page of the conversation.
 * @param hasOlder - whether there are older messages than `messages`.
 * @returns null when everything is read, and when the message is older than `messages`.
 */
export function findFirstUnreadId(
  messages: readonly Message[],
  partnerId: string,
  { ownReadUpTo, unreadCount }: { ownReadUpTo?: string | undefined; unreadCount: number },
  hasOlder: boolean,
): string | null {
  if (unreadCount === 0) return null;
  const lastReadIndex = messages.findIndex(({ _id }) => _id === ownReadUpTo);
  const candidates = messages.slice(lastReadIndex + 1).filter(({ senderId }) => senderId === partnerId);
  const firstId = candidates[0]?._id ?? null;
  if (lastReadIndex >= 0) return firstId;
  // A count that has reached the limit does not tell how many there are.
  const countedId = unreadCount < MAX_UNREAD_COUNT ? candidates.at(-unreadCount)?._id : undefined;
  return countedId ?? (hasOlder ? null : firstId);
}
