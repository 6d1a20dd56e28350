import type { Message } from '@safarnama/contracts';

/** Called when a message of another user arrives in this tab. */
export type IncomingListener = (message: Message) => void;

const listeners = new Set<IncomingListener>();

/**
 * Subscribes to messages that arrive live, once each; fetched ones are not reported.
 *
 * @returns a function that unsubscribes.
 */
export function onIncoming(listener: IncomingListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function emitIncoming(message: Message): void {
  for (const listener of listeners) listener(message);
}
