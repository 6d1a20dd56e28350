import type { Message } from '@safarnama/contracts';

/*
 * The server has one order of a conversation. Its pages come in that order and keep it here; only a single message
 * (an event, the answer to a send) has to find its place, since the two roads may overtake each other.
 */

function without(messages: readonly Message[], others: readonly Message[]): Message[] {
  const ids = new Set(others.map(({ _id }) => _id));
  return messages.filter(({ _id }) => !ids.has(_id));
}

/** The newest page, then what came live while it was on its way. */
export function withNewestPage(known: readonly Message[], page: readonly Message[]): Message[] {
  return [...page, ...without(known, page)];
}

/** A page of what came before. */
export function withOlderPage(known: readonly Message[], page: readonly Message[]): Message[] {
  return [...without(page, known), ...known];
}

/**
 * A page of what came after a message: it goes right behind that one, before what arrived since.
 *
 * @param afterId - the message that was asked from; when it is not there any more, the page goes to the end.
 */
export function withMissedPage(
  known: readonly Message[],
  afterId: string,
  page: readonly Message[],
): Message[] {
  const rest = without(known, page);
  const at = rest.findIndex(({ _id }) => _id === afterId);
  return at === -1 ? [...rest, ...page] : rest.toSpliced(at + 1, 0, ...page);
}

/** One message that came by itself, once: before those at the end that were written later. */
export function withMessage(known: readonly Message[], message: Message): Message[] {
  if (known.some(({ _id }) => _id === message._id)) {
    return known.map((one) => (one._id === message._id ? message : one));
  }
  const writtenAt = Date.parse(message.createdAt);
  let at = known.length;
  while (at > 0 && Date.parse(known[at - 1]?.createdAt ?? '') > writtenAt) at -= 1;
  return known.toSpliced(at, 0, message);
}
