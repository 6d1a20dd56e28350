import * as z from 'zod/mini';
import { blockedPageSchema, blockResponseSchema } from './block.js';
import { SOCKET_ID_HEADER } from './constants.js';
import {
  changesQuerySchema,
  changesSchema,
  contactListQuerySchema,
  contactSchema,
  conversationQuerySchema,
  conversationSchema,
  receiptInputSchema,
  unreadCountSchema,
  unreadSchema,
} from './conversation.js';
import { type Endpoint, idParams, userIdParams } from './endpoint.js';
import { PAGE_LENGTHS } from './limits.js';
import {
  deletedMessageSchema,
  deleteMessageQuerySchema,
  messageInputSchema,
  messageResponseSchema,
  messageSchema,
  reactionInputSchema,
} from './message.js';
import { objectIdSchema, pageQuerySchema } from './primitives.js';

const TAG = 'Messages';

const socketIdSchema = z.string().check(
  z.meta({
    description:
      'Id of the socket that gets no copy of the message, as its client already shows it. ' +
      'Without it, no socket of the session gets one',
  }),
);
const messageIdParams = z.object({ messageId: objectIdSchema });

/** Contacts, conversations and blocks. */
export const messageEndpoints = {
  'GET /api/message/get-all-users': {
    access: 'user',
    tag: TAG,
    operationId: 'listContacts',
    summary: 'List contacts, latest conversation first, then by name; next page in the Link header',
    query: contactListQuerySchema,
    pageLength: PAGE_LENGTHS.contacts,
    responses: { 200: z.array(contactSchema) },
    responseHeaders: z.object({
      Link: z.exactOptional(
        z
          .string()
          .check(z.describe('`<path>; rel="next"`: the address of the next page; absent on the last page')),
      ),
    }),
    errors: [400],
  },
  'GET /api/message/:id': {
    access: 'user',
    tag: TAG,
    operationId: 'getConversation',
    summary: 'Get the conversation with a user',
    params: idParams,
    query: conversationQuerySchema,
    pageLength: PAGE_LENGTHS.messages,
    responses: { 200: conversationSchema },
    errors: [400, 404],
  },
  'POST /api/message/send/:receiverId': {
    access: 'user',
    tag: TAG,
    operationId: 'sendMessage',
    summary: 'Send a message; 200 with the stored one for a known clientMessageId',
    params: z.object({ receiverId: objectIdSchema }),
    headers: z.object({ [SOCKET_ID_HEADER]: z.exactOptional(socketIdSchema) }),
    body: messageInputSchema,
    responses: { 200: messageSchema, 201: messageSchema },
    errors: [400, 403, 404],
    acceptsImage: true,
    rateLimit: 'messages',
  },
  'GET /api/message/unread': {
    access: 'user',
    tag: TAG,
    operationId: 'getUnreadCounts',
    summary: 'Count unread messages, in total and by sender',
    responses: { 200: unreadSchema },
  },
  'POST /api/message/:userId/delivered': {
    access: 'user',
    tag: TAG,
    operationId: 'markDelivered',
    summary: "Mark another user's messages as delivered, up to the given one; a receipt never moves back",
    params: userIdParams,
    body: receiptInputSchema,
    responses: { 200: unreadCountSchema },
    errors: [400, 404],
  },
  'POST /api/message/:userId/read': {
    access: 'user',
    tag: TAG,
    operationId: 'markRead',
    summary: "Mark another user's messages as read, up to the given one; a receipt never moves back",
    params: userIdParams,
    body: receiptInputSchema,
    responses: { 200: unreadCountSchema },
    errors: [400, 404],
  },
  'GET /api/message/:userId/changes': {
    access: 'user',
    tag: TAG,
    operationId: 'listMessageChanges',
    summary: 'List changes to earlier messages of a conversation since a change number',
    params: userIdParams,
    query: changesQuerySchema,
    pageLength: PAGE_LENGTHS.messageChanges,
    responses: { 200: changesSchema },
    errors: [400, 404],
  },
  'DELETE /api/message/:id': {
    access: 'user',
    tag: TAG,
    operationId: 'deleteMessage',
    summary: 'Delete a message for the user or, within an hour of sending, for both users; idempotent',
    params: idParams,
    query: deleteMessageQuerySchema,
    responses: { 200: deletedMessageSchema },
    errors: [400, 403, 404],
    rateLimit: 'messages',
  },
  'PUT /api/message/:messageId/reaction': {
    access: 'user',
    tag: TAG,
    operationId: 'setReaction',
    summary: 'React to a message; replaces an earlier reaction',
    params: messageIdParams,
    body: reactionInputSchema,
    responses: { 200: messageResponseSchema },
    errors: [400, 403, 404],
    rateLimit: 'messages',
  },
  'DELETE /api/message/:messageId/reaction': {
    access: 'user',
    tag: TAG,
    operationId: 'removeReaction',
    summary: 'Remove the reaction to a message; idempotent',
    params: messageIdParams,
    responses: { 200: messageResponseSchema },
    errors: [400, 403, 404],
    rateLimit: 'messages',
  },
  'PUT /api/message/:userId/block': {
    access: 'user',
    tag: TAG,
    operationId: 'blockUser',
    summary: 'Block a user: neither can message the other or see whether they are online',
    params: userIdParams,
    responses: { 200: blockResponseSchema },
    errors: [400, 404],
  },
  'DELETE /api/message/:userId/block': {
    access: 'user',
    tag: TAG,
    operationId: 'unblockUser',
    summary: 'Unblock a user; idempotent',
    params: userIdParams,
    responses: { 200: blockResponseSchema },
    errors: [400, 404],
  },
  'GET /api/message/blocked': {
    access: 'user',
    tag: TAG,
    operationId: 'listBlockedUsers',
    summary: 'List blocked users, newest first',
    query: pageQuerySchema,
    pageLength: PAGE_LENGTHS.blockedUsers,
    responses: { 200: blockedPageSchema },
    errors: [400],
  },
} as const satisfies Record<string, Endpoint>;
