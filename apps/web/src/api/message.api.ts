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
import { request, requestWithHeaders } from '../lib/api-client.ts';
import { pageQuery } from './post.api.ts';

type MessageBody = BodyOf<'POST /api/message/send/:receiverId'>;

export const CONTACTS_PER_PAGE = 50;
const MESSAGES_PER_PAGE = 40;

/** One page of the user's contacts, latest conversation first. @param q - beginning of a name, empty for all. */
export async function listContacts(
  q: string,
  cursor: string | null,
  limit = CONTACTS_PER_PAGE,
): Promise<{ contacts: Contact[]; nextCursor: string | null }> {
  const { data, headers } = await requestWithHeaders('GET /api/message/get-all-users', {
    query: { ...pageQuery(cursor, limit), ...(q !== '' && { q }) },
  });
  return { contacts: data, nextCursor: parseNextCursor(headers.link) };
}

/** Selects a page of a conversation: the page before or after a message id; without either, the newest. */
export type PagePosition = { before?: string; after?: string };

/** One page of the conversation with a user, oldest first. */
export function listMessages(
  userId: string,
  position: PagePosition,
  limit = MESSAGES_PER_PAGE,
): Promise<Conversation> {
  return request('GET /api/message/:id', {
    params: { id: userId },
    query: { limit: String(limit), ...position },
  });
}

interface SendOptions {
  /** Id of this tab's socket, which receives no event because the tab shows the response; null for none. */
  socketId: string | null;
  signal: AbortSignal;
  /** Reports the uploaded part of the body, 0 to 1. */
  onProgress?: ((sent: number) => void) | undefined;
}

/** Sends one message. Repeating a `clientMessageId` returns the stored message. */
export function send(
  receiverId: string,
  body: MessageBody,
  { socketId, signal, onProgress }: SendOptions,
): Promise<Message> {
  return request('POST /api/message/send/:receiverId', {
    params: { receiverId },
    body,
    ...(socketId !== null && { headers: { [SOCKET_ID_HEADER]: socketId } }),
    signal,
    onProgress,
  });
}

export function fetchUnread(): Promise<Unread> {
  return request('GET /api/message/unread', {});
}

/**
 * Reports that a user's messages up to `upTo` were delivered or read.
 *
 * @returns how many of that user's messages are still unread.
 */
export async function sendReceipt(kind: 'delivered' | 'read', userId: string, upTo: string): Promise<number> {
  const { unreadCount } = await request(`POST /api/message/:userId/${kind}`, {
    params: { userId },
    body: { upTo },
  });
  return unreadCount;
}

/** Changes of the stored messages of a conversation after a change number. @param userId - the partner's id. */
export function listChanges(userId: string, since: number): Promise<Changes> {
  return request('GET /api/message/:userId/changes', {
    params: { userId },
    query: { since: String(since) },
  });
}

/**
 * Deletes a message.
 *
 * @returns the emptied message after a deletion for both users; undefined after a deletion for the user alone.
 */
export async function remove(messageId: string, scope: 'me' | 'both'): Promise<Message | undefined> {
  const { message } = await request('DELETE /api/message/:id', {
    params: { id: messageId },
    query: { for: scope },
  });
  return message;
}

/** Sets the user's reaction to a message; null removes it. */
export async function react(messageId: string, emoji: ReactionEmoji | null): Promise<Message> {
  const options = { params: { messageId } };
  const { message } =
    emoji === null
      ? await request('DELETE /api/message/:messageId/reaction', options)
      : await request('PUT /api/message/:messageId/reaction', { ...options, body: { emoji } });
  return message;
}

export async function setBlocked(userId: string, isBlocked: boolean): Promise<boolean> {
  const method = isBlocked ? 'PUT' : 'DELETE';
  const options = { params: { userId } };
  return (await request(`${method} /api/message/:userId/block`, options)).isBlocked;
}

/** One page of the users whom the signed-in user has blocked, most recently blocked first. */
export function listBlocked(
  cursor: string | null,
): Promise<{ users: PublicUser[]; nextCursor: string | null }> {
  return request('GET /api/message/blocked', { query: { ...(cursor !== null && { cursor }) } });
}

/** The `cursor` of the `rel="next"` link in a Link header; null when there is none. */
function parseNextCursor(link: unknown): string | null {
  if (typeof link !== 'string') return null;
  const target = /<([^>]*)>\s*;[^,]*rel="?next"?/i.exec(link)?.[1];
  if (target === undefined) return null;
  return new URL(target, 'http://relative.invalid').searchParams.get('cursor');
}
