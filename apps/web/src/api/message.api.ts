import type { BodyOf, Contact, Conversation, Message } from '@safarnama/contracts';
import { SOCKET_ID_HEADER } from '@safarnama/contracts';
import { nextCursorOfLink, request, requestWithHeaders } from '../lib/api-client.ts';

export type MessageBody = BodyOf<'POST /api/message/send/:receiverId'>;

const CONTACTS_PER_PAGE = '50';
const MESSAGES_PER_PAGE = '40';

/** One page of the people one can write to, latest conversation first; `q` is the beginning of a name. */
export async function listContacts(
  q: string,
  cursor: string | null,
): Promise<{ contacts: Contact[]; nextCursor: string | null }> {
  const { data, headers } = await requestWithHeaders('GET /api/message/get-all-users', {
    query: { limit: CONTACTS_PER_PAGE, ...(q !== '' && { q }), ...(cursor !== null && { cursor }) },
  });
  return { contacts: data, nextCursor: nextCursorOfLink(headers.link) };
}

/** Where in a conversation to read: its newest page, or what came before or after a message id. */
export type ConversationPlace = { before?: string; after?: string };

/** One page of the conversation with a person, oldest first. */
export function listMessages(userId: string, place: ConversationPlace): Promise<Conversation> {
  return request('GET /api/message/:userId', {
    params: { userId },
    query: { limit: MESSAGES_PER_PAGE, ...place },
  });
}

/**
 * Sends one message. The same `clientMessageId` again gives back the stored message.
 *
 * @param socketId - id of the socket of this tab, which shows the answer itself and needs no event; null for none.
 */
export function send(receiverId: string, body: MessageBody, socketId: string | null): Promise<Message> {
  return request('POST /api/message/send/:receiverId', {
    params: { receiverId },
    body,
    ...(socketId !== null && { headers: { [SOCKET_ID_HEADER]: socketId } }),
  });
}
