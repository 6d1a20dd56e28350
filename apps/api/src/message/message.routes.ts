import { SOCKET_ID_HEADER } from '@safarnama/contracts';
import type { RateLimits } from '../http/rate-limit.js';
import { created, type Routes } from '../http/routes.js';
import type { ContactService } from './contact.service.js';
import type { MessageService } from './message.service.js';

interface MessageRouteDeps {
  messages: MessageService;
  contacts: ContactService;
  limits: Pick<RateLimits, 'picture'>;
}

type MessageKeys = Extract<keyof Routes, `${string} /api/message/${string}`>;

export function messageRoutes({ messages, contacts, limits }: MessageRouteDeps): Routes<MessageKeys> {
  return {
    'GET /api/message/get-all-users': async ({ req, res, me, query }) => {
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
    'GET /api/message/:userId': ({ me, params, query }) =>
      messages.conversation(me.userId, params.userId, query),
    'POST /api/message/send/:receiverId': async ({ req, res, me, params, body }) => {
      await limits.picture(req, res, body.image);
      const { message, isNew } = await messages.send(me.userId, params.receiverId, body, {
        sessionId: me.sessionId,
        socketId: req.get(SOCKET_ID_HEADER) ?? null,
      });
      return created(message, isNew);
    },
  };
}
