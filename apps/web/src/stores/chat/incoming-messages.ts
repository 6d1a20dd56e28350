import type { Message } from '@safarnama/contracts';

/** Called when a message from another user arrives in this tab. */
type IncomingMessageListener = (message: Message) => void;

const listeners = new Set<IncomingMessageListener>();

/**
 * Subscribes to messages that arrive over the socket. Each message is reported once; messages fetched over HTTP are not
 * reported.
 *
 * @returns a function that unsubscribes.
 */
export function onIncomingMessage(listener: IncomingMessageListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function emitIncomingMessage(message: Message): void {
  for (const listener of listeners) listener(message);
}
