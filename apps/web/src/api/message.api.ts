import type {
  BodyOf,
  Changes,
  Contact,
  Conversation,
  Message,
  PublicUser,
  ReactionEmoji,
  Unread,
} from '@safarnama/contracts';
import { SOCKET_ID_HEADER } from '@safarnama/contracts';
import { parseNextCursor, request, requestWithHeaders } from '../lib/api-client.ts';

export type MessageBody = BodyOf<'POST /api/message/send/:receiverId'>;

const CONTACTS_PER_PAGE = '50';
const MESSAGES_PER_PAGE = 40;

/**
 * For small calls that are made again by themselves: on a line that swallows everything they would wait for ever, and
 * with them what comes after.
 */
const timeoutOptions = () => ({ signal: AbortSignal.timeout(15_000) });

/** One page of the people one can write to, latest conversation first; `q` is the beginning of a name. */
export async function listContacts(
  q: string,
  cursor: string | null,
): Promise<{ contacts: Contact[]; nextCursor: string | null }> {
  const { data, headers } = await requestWithHeaders('GET /api/message/get-all-users', {
    query: { limit: CONTACTS_PER_PAGE, ...(q !== '' && { q }), ...(cursor !== null && { cursor }) },
    ...timeoutOptions(),
  });
  return { contacts: data, nextCursor: parseNextCursor(headers.link) };
}

/** Where in a conversation to read: its newest page, or what came before or after a message id. */
export type PagePosition = { before?: string; after?: string };

/** One page of the conversation with a person, oldest first. */
export function listMessages(
  userId: string,
  position: PagePosition,
  limit = MESSAGES_PER_PAGE,
): Promise<Conversation> {
  return request('GET /api/message/:id', {
    params: { id: userId },
    query: { limit: String(limit), ...position },
    ...timeoutOptions(),
  });
}

export interface SendOptions {
  /** Id of the socket of this tab, which shows the answer itself and needs no event; null for none. */
  socketId: string | null;
  signal?: AbortSignal;
  /** Which part of the body has gone out, 0 to 1. */
  onProgress?: ((sent: number) => void) | undefined;
}

/** Sends one message. The same `clientMessageId` again gives back the stored message. */
export function send(
  receiverId: string,
  body: MessageBody,
  { socketId, signal, onProgress }: SendOptions,
): Promise<Message> {
  return request('POST /api/message/send/:receiverId', {
    params: { receiverId },
    body,
    ...(socketId !== null && { headers: { [SOCKET_ID_HEADER]: socketId } }),
    ...(signal && { signal }),
    onProgress,
  });
}

export function fetchUnread(): Promise<Unread> {
  return request('GET /api/message/unread', timeoutOptions());
}

/**
 * Tells that somebody's messages up to one have arrived here, or are read.
 *
 * @returns how many of theirs are still unread.
 */
export async function sendReceipt(kind: 'delivered' | 'read', userId: string, upTo: string): Promise<number> {
  const { unreadCount } = await request(`POST /api/message/:userId/${kind}`, {
    params: { userId },
    body: { upTo },
    ...timeoutOptions(),
  });
  return unreadCount;
}

/** What happened to stored messages of the conversation with a person after a change number. */
export function listChanges(userId: string, since: number): Promise<Changes> {
  return request('GET /api/message/:userId/changes', {
    params: { userId },
    query: { since: String(since) },
    ...timeoutOptions(),
  });
}

/** @returns the row that stays after a deletion for both; undefined after one for oneself. */
export async function remove(messageId: string, scope: 'me' | 'both'): Promise<Message | undefined> {
  const { message } = await request('DELETE /api/message/:id', {
    params: { id: messageId },
    query: { for: scope },
  });
  return message;
}

/** Sets one's reaction to a message, or takes it back with null. */
export async function react(messageId: string, emoji: ReactionEmoji | null): Promise<Message> {
  const params = { messageId };
  const { message } =
    emoji === null
      ? await request('DELETE /api/message/:messageId/reaction', { params })
      : await request('PUT /api/message/:messageId/reaction', { params, body: { emoji } });
  return message;
}

export async function setBlocked(userId: string, isBlocked: boolean): Promise<boolean> {
  const method = isBlocked ? 'PUT' : 'DELETE';
  return (await request(`${method} /api/message/:userId/block`, { params: { userId } })).isBlocked;
}

/** One page of those one has blocked, latest first. */
export function listBlocked(
  cursor: string | null,
): Promise<{ users: PublicUser[]; nextCursor: string | null }> {
  return request('GET /api/message/blocked', { query: { ...(cursor !== null && { cursor }) } });
}
