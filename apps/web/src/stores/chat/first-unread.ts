import type { Conversation, Message } from '@safarnama/contracts';

/**
 * The first message of the other person that one has not read.
 *
 * @param page - as the server has told of the conversation when it was opened.
 * @param hasOlder - there are messages before these.
 * @returns null when everything is read, and when it lies before these messages.
 */
export function findFirstUnreadId(
  messages: readonly Message[],
  partnerId: string,
  { ownReadUpTo, unreadCount }: Pick<Conversation, 'ownReadUpTo' | 'unreadCount'>,
  hasOlder: boolean,
): string | null {
  if (unreadCount === 0) return null;
  const lastReadIndex = messages.findIndex(({ _id }) => _id === ownReadUpTo);
  const unreadMessages = messages.slice(lastReadIndex + 1).filter(({ senderId }) => senderId === partnerId);
  if (lastReadIndex >= 0) return unreadMessages[0]?._id ?? null;
  return unreadMessages.at(-unreadCount)?._id ?? (hasOlder ? null : (unreadMessages[0]?._id ?? null));
}
