import type { Message } from '@safarnama/contracts';

/**
 * Returns the messages of a sender that are not known yet, except those before the first known message: they belong to
 * older pages. Missed messages may lie before a known message that arrived live after a reconnect.
 */
export function selectNewMessages(
  messages: readonly Message[],
  knownIds: ReadonlySet<string>,
  senderId: string,
): Message[] {
  // -1 if there was no message before: every message is new.
  const firstKnown = messages.findIndex(({ _id }) => knownIds.has(_id));
  return messages
    .slice(firstKnown + 1)
    .filter((message) => message.senderId === senderId && !knownIds.has(message._id));
}
