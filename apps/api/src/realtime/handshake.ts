import type { IncomingMessage } from 'node:http';
import {
  handshakeAuthSchema,
  handshakeQuerySchema,
  MAX_SOCKETS_PER_USER,
  NOT_AUTHENTICATED,
  TOO_MANY_REQUESTS,
  TOO_MANY_TABS,
} from '@safarnama/contracts';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Presence } from './presence.js';
import type { RealtimeMetrics } from './realtime-metrics.js';
import type { SocketLimits } from './socket-limits.js';
import {
  type AppServer,
  type AppSocket,
  countUserSockets,
  type SocketIdentity,
  sessionRoom,
  userRoom,
} from './socket-types.js';
import type { UpgradeRequests } from './upgrade-requests.js';

interface HandshakeOptions {
  io: AppServer;
  /** The session named by the cookies of a request; null without a live one. */
  identify(request: IncomingMessage): Promise<SocketIdentity | null>;
  upgradeRequests: UpgradeRequests;
  presence: Pick<Presence, 'loadRules'>;
  /** Stores a user's number of sockets in this process and returns their number in all others. */
  reportSockets(userId: string, count: number): Promise<number>;
  limits: Pick<SocketLimits, 'countHandshake' | 'assign'>;
  metrics: RealtimeMetrics;
  logger: Logger;
}

/**
 * Admits sockets: each must belong to a live session, and a user may have at most 50 and connect 300 times a minute.
 */
export function createHandshake(options: HandshakeOptions) {
  const { io, identify, upgradeRequests, presence, reportSockets, limits, metrics, logger } = options;

  async function findSession({ request, conn }: AppSocket): Promise<SocketIdentity | null> {
    const session = await identify(request);
    if (session) return session;
    const upgrade = await upgradeRequests.find(conn);
    return upgrade && identify(upgrade);
  }

  /** @returns the reason for a rejection; null when the socket is admitted. */
  async function admit(socket: AppSocket): Promise<Error | null> {
    const session = await findSession(socket);
    if (session && !limits.countHandshake(session.userId)) return new Error(TOO_MANY_REQUESTS);
    const query = z.safeParse(handshakeQuerySchema, socket.handshake.query);
    const isMismatch = query.data?.userId !== undefined && query.data.userId !== session?.userId;
    if (!session || !query.success || isMismatch) {
      metrics.rejected('session');
      return new Error(NOT_AUTHENTICATED);
    }
    // Closed while its session was looked up: the `close` event, which removes it from the count, is over.
    if (socket.conn.readyState !== 'open') return new Error('Connection closed');
    const { userId, sessionId } = session;
    // Joins and counts without awaiting in between, so that concurrent handshakes see each other, and the first 50 do
    // not see the later ones. Socket.IO removes a rejected socket from its rooms.
    const joined = socket.join([userRoom(userId), sessionRoom(sessionId)]);
    const localCount = countUserSockets(io, userId);
    await joined;
    const report = () => reportSockets(userId, countUserSockets(io, userId));
    socket.conn.once('close', () => {
      // Until a socket is admitted or rejected, Socket.IO does not remove it from its rooms.
      socket.leave(userRoom(userId));
      socket.leave(sessionRoom(sessionId));
      // Deferred until admitted sockets have left their rooms.
      setImmediate(report);
    });
    if (localCount + (await report()) > MAX_SOCKETS_PER_USER) {
      setImmediate(report);
      metrics.rejected('too_many_tabs');
      return new Error(TOO_MANY_TABS);
    }
    const { data: auth } = z.safeParse(handshakeAuthSchema, socket.handshake.auth);
    limits.assign(socket.conn, userId);
    socket.data = {
      ...session,
      loadedRules: await presence.loadRules(userId),
      presence: auth?.presence ?? 'list',
    };
    return null;
  }

  return async (socket: AppSocket, next: (error?: Error) => void): Promise<void> => {
    try {
      const rejection = await admit(socket);
      if (!rejection) return next();
      next(rejection);
      // Deferred until the rejection is sent. Otherwise the connection would stay open for Socket.IO's
      // `connectTimeout`.
      setImmediate(() => socket.conn.close());
    } catch (error) {
      logger.warn({ err: error }, 'The handshake of a socket failed');
      metrics.rejected('failure');
      // Socket.IO's client retries after a lost connection, but not after a rejection.
      socket.conn.close();
      next(new Error('Please try again'));
    }
  };
}
