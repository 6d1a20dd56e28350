import type { Conversation, Message } from '@safarnama/contracts';

/**
 * The first message of the other person that one has not read.
 *
 * @param page - as the server has told of the conversation when it was opened.
 * @param hasOlder - there are messages before these.
 * @returns null when everything is read, and when it lies before these messages.
 */
export function firstUnreadOf(
  messages: readonly Message[],
  partnerId: string,
  { ownReadUpTo, unreadCount }: Pick<Conversation, 'ownReadUpTo' | 'unreadCount'>,
  hasOlder: boolean,
): string | null {
  if (unreadCount === 0) return null;
  const readTo = messages.findIndex(({ _id }) => _id === ownReadUpTo);
  const theirs = messages.slice(readTo + 1).filter(({ senderId }) => senderId === partnerId);
  if (readTo >= 0) return theirs[0]?._id ?? null;
  return theirs.at(-unreadCount)?._id ?? (hasOlder ? null : (theirs[0]?._id ?? null));
}
