import type { Quote } from '@safarnama/contracts';

/** A message of the user that the server has not confirmed yet. */
export interface OutgoingMessage {
  clientMessageId: string;
  receiverId: string;
  text: string;
  /** A data URL; empty for none. */
  image: string;
  replyTo?: Quote;
  /** When it was written, ISO 8601. */
  createdAt: string;
  /**
   * `sending`: the request is pending or next in the queue. `waiting`: the last attempt got no response and is
   * repeated automatically. `failed`: rejected by the server; only the user can retry it.
   */
  state: 'sending' | 'waiting' | 'failed';
  /** Uploaded part of a picture, 0 to 1; null for text and while no request is pending. */
  progress: number | null;
  /** The server's message; only with `failed`. */
  error?: string;
}

/** Changes while a message is being sent. */
export type SendingPatch = Pick<OutgoingMessage, 'state' | 'progress' | 'error'>;

/** An outgoing message as it is stored on the device. */
export interface OutboxRecord
  extends Pick<
    OutgoingMessage,
    'clientMessageId' | 'receiverId' | 'text' | 'image' | 'replyTo' | 'createdAt' | 'error'
  > {
  /** The author; no other user of this browser sees or sends it. */
  ownerId: string;
}

export function toOutgoing({ ownerId: _owner, error, ...record }: OutboxRecord): OutgoingMessage {
  return {
    ...record,
    progress: null,
    ...(error === undefined ? { state: 'sending' } : { state: 'failed', error }),
  };
}

export function toRecord(message: OutgoingMessage, ownerId: string): OutboxRecord {
  const { state: _state, progress: _progress, error: _error, ...record } = message;
  return { ...record, ownerId };
}

/** Applies a patch; an error that is not in the patch is cleared. */
export function withPatch(message: OutgoingMessage, patch: Partial<OutgoingMessage>): OutgoingMessage {
  const { error: _previous, ...rest } = message;
  return { ...rest, ...patch };
}

export function sortByCreatedAt<T extends Pick<OutgoingMessage, 'createdAt'>>(messages: readonly T[]): T[] {
  return messages.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}
