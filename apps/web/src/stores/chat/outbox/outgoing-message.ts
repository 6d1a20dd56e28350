import type { Message, Quote, SharedPost } from '@safarnama/contracts';

/** The story that a draft refers to, as it was when the user attached it. */
export interface AttachedStory {
  postId: string;
  post: SharedPost;
  /** Words of the story; empty for none. */
  quotedText: string;
}

/** A message of the user that the server has not confirmed yet. */
export interface OutgoingMessage {
  clientMessageId: string;
  receiverId: string;
  text: string;
  /** A data URL; empty for none. */
  image: string;
  replyTo?: Quote;
  story?: AttachedStory;
  /** When the user submitted it, in ISO 8601. */
  createdAt: string;
  /**
   * `sending`: the request is pending or next in the queue. `waiting`: the last attempt failed, and another one follows
   * automatically. `failed`: rejected by the server; only the user can retry it.
   */
  state: 'sending' | 'waiting' | 'failed';
  /** Uploaded part of a picture, 0 to 1; null for text and while no request is pending. */
  progress: number | null;
  /** Like `error` and `errorCode` of the store; only when `failed`. */
  error?: string;
  errorCode?: string | null;
}

/** Changes while a message is being sent. */
export type SendingPatch = Pick<OutgoingMessage, 'state' | 'progress' | 'error' | 'errorCode'>;

/** An outgoing message as it is stored on the device. */
export interface OutboxRecord extends Omit<OutgoingMessage, 'state' | 'progress'> {
  /** The author; no other user of this browser sees or sends it. */
  ownerId: string;
}

export function toOutgoing({ ownerId: _owner, error, errorCode, ...record }: OutboxRecord): OutgoingMessage {
  return {
    ...record,
    progress: null,
    ...(error === undefined
      ? { state: 'sending' }
      : // Older versions of the app stored no code with the server's message.
        { state: 'failed', error, errorCode: errorCode === undefined ? '' : errorCode }),
  };
}

export function toRecord(message: OutgoingMessage, ownerId: string): OutboxRecord {
  const { state: _state, progress: _progress, error: _error, errorCode: _code, ...record } = message;
  return { ...record, ownerId };
}

/** Converts an outgoing message to the form that it will have when stored. */
export function toMessage(outgoing: OutgoingMessage, ownId: string): Message {
  const { clientMessageId, receiverId, text, image, createdAt, replyTo, story } = outgoing;
  return {
    _id: clientMessageId,
    senderId: ownId,
    receiverId,
    text,
    image,
    createdAt,
    clientMessageId,
    ...(replyTo && { replyTo }),
    ...(story ?? { post: null, quotedText: '' }),
  };
}

/** Applies a patch; an error that is not in the patch is cleared. */
export function withPatch(message: OutgoingMessage, patch: Partial<OutgoingMessage>): OutgoingMessage {
  const { error: _error, errorCode: _code, ...rest } = message;
  return { ...rest, ...patch };
}

export function sortByCreatedAt<T extends Pick<OutgoingMessage, 'createdAt'>>(messages: readonly T[]): T[] {
  return messages.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}
