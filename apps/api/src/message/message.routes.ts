import { objectIdSchema, SOCKET_ID_HEADER } from '@safarnama/contracts';
import * as z from 'zod/mini';
import type { RateLimits } from '../http/rate-limit.js';
import { created, type Prefetches, type Routes } from '../http/routes.js';
import { appearsOffline } from '../user/user.service.js';
import type { BlockService } from './block.service.js';
import type { ContactService } from './contact.service.js';
import type { ConversationService } from './conversation.service.js';
import type { MessageService } from './message.service.js';
import type { MessageChangeService } from './message-change.service.js';
import type { ReceiptService } from './receipt.service.js';
import type { SendLookups } from './send-lookups.js';
import { countAllUnread } from './unread-counts.js';

interface MessageRouteDeps {
  messages: MessageService;
  conversations: ConversationService;
  messageChanges: MessageChangeService;
  contacts: ContactService;
  receipts: ReceiptService;
  blocks: BlockService;
  limits: Pick<RateLimits, 'countPicture' | 'count'>;
}

type MessageKeys = Extract<keyof Routes, `${string} /api/message/${string}`>;

export function messageRoutes({
  messages,
  conversations,
  messageChanges,
  contacts,
  receipts,
  blocks,
  limits,
}: MessageRouteDeps): Routes<MessageKeys> {
  const loadReceiptSender = async (userId: string) => ({
    userId,
    appearsOffline: await appearsOffline(userId),
  });

  return {
    'GET /api/message/get-all-users': async ({ req, res, me, query }) => {
      if (query.q !== '') await limits.count('searches', req, res);
      await messages.whenRecorded(me.userId);
      const page = await contacts.list(me.userId, query);
      if (page.nextCursor !== null) {
        const next = new URLSearchParams({
          ...(query.q ? { q: query.q } : {}),
          ...(query.limit === undefined ? {} : { limit: String(query.limit) }),
          cursor: page.nextCursor,
        });
        res.set('Link', `<${req.path}?${next}>; rel="next"`);
      }
      return page.contacts;
    },
    'GET /api/message/:id': async ({ me, params, query }) => {
      await messages.whenRecorded(me.userId);
      return conversations.getConversation(me.userId, params.id, query);
    },
    'POST /api/message/send/:receiverId': async ({ req, res, me, params, body }) => {
      const receivedAt = performance.now();
      await limits.countPicture(req, res, body.image);
      const { message, isNew } = await messages.send(me.userId, params.receiverId, body, {
        sessionId: me.sessionId,
        socketId: req.get(SOCKET_ID_HEADER) ?? null,
        receivedAt,
      });
      return created(message, isNew);
    },
    'DELETE /api/message/:id': async ({ me, params, query }) => {
      const { id } = params;
      if (query.for === 'both')
        return { _id: id, message: await messageChanges.deleteForBoth(me.userId, id) };
      await messageChanges.deleteForSelf(me.userId, id);
      return { _id: id };
    },
    'GET /api/message/unread': async ({ me }) => {
      await messages.whenRecorded(me.userId);
      return countAllUnread(me.userId);
    },
    'POST /api/message/:userId/delivered': async ({ me, params, body }) =>
      receipts.advance('delivered', await loadReceiptSender(me.userId), params.userId, body.upTo),
    'POST /api/message/:userId/read': async ({ me, params, body }) =>
      receipts.advance('read', await loadReceiptSender(me.userId), params.userId, body.upTo),
    'GET /api/message/:userId/changes': ({ me, params, query }) =>
      messageChanges.list(me.userId, params.userId, query),
    'PUT /api/message/:messageId/reaction': async ({ me, params, body }) => ({
      message: await messageChanges.react(me.userId, params.messageId, body.emoji),
    }),
    'DELETE /api/message/:messageId/reaction': async ({ me, params }) => ({
      message: await messageChanges.unreact(me.userId, params.messageId),
    }),
    'PUT /api/message/:userId/block': ({ me, params }) => blocks.block(me.userId, params.userId),
    'DELETE /api/message/:userId/block': ({ me, params }) => blocks.unblock(me.userId, params.userId),
    'GET /api/message/blocked': ({ me, query }) => blocks.list(me.userId, query),
  };
}

/** Starts the lookups of a send while its session is read. */
export function messagePrefetches({ sendLookups }: { sendLookups: SendLookups }): Prefetches {
  return {
    'POST /api/message/send/:receiverId': (userId, { receiverId }) => {
      const { success, data } = z.safeParse(objectIdSchema, receiverId);
      if (!success) return;
      // The handler looks it up again, and reports a failure then.
      sendLookups.find(userId, data).catch(() => undefined);
    },
  };
}
