import type { Message } from '@safarnama/contracts';

/** A message somebody else has written to one, at the moment of its arrival in this tab. */
export type IncomingListener = (message: Message) => void;

const listeners = new Set<IncomingListener>();

/** Hears of each message that comes in live, once a tab; not of those that are fetched. @returns stops that. */
export function onIncoming(listener: IncomingListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function emitIncoming(message: Message): void {
  for (const listener of listeners) listener(message);
}
