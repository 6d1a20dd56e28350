import type { Server as HttpServer, IncomingHttpHeaders } from 'node:http';
import {
  type ClientToServerEvents,
  handshakeQuerySchema,
  MAX_SOCKETS_PER_USER,
  NOT_AUTHENTICATED,
  type ServerToClientEvents,
  TOO_MANY_TABS,
} from '@safarnama/contracts';
import type { Logger } from 'pino';
import { Server, type Socket } from 'socket.io';
import * as z from 'zod/mini';
import { createPresence } from './presence.js';
import type { RealtimePort } from './realtime-port.js';

interface SocketData {
  userId: string;
  sessionId: string;
}
type NoEvents = Record<never, never>;
type AppServer = Server<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;
type AppSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;

/** Without a socket for this long a person is offline. */
const GRACE_MS = 3_000;
/** `getOnlineUsers` goes out at most this often. */
const PRESENCE_INTERVAL_MS = 1_000;
/** A line that went silent is noticed after at most the sum of both: 22 s. */
const PING_INTERVAL_MS = 12_000;
const PING_TIMEOUT_MS = 10_000;
const MAX_FRAME_BYTES = 64_000;
/** Events a client may send in a minute; more end its socket. */
const MAX_EVENTS_PER_MINUTE = 100;

/** Ids that engine.io makes: 15 random bytes in base64url. */
const SOCKET_ID = /^[\w-]{20}$/;

const userRoom = (userId: string) => `user:${userId}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;

/** Who a handshake belongs to, told by its session cookie alone. */
export type FindSession = (socket: AppSocket) => Promise<SocketData | null>;

interface RealtimeOptions {
  /** Whether a handshake comes from a page of our own, on every transport. */
  isOwnOrigin(headers: IncomingHttpHeaders): boolean;
  /** Other origins that may read polling answers. */
  webOrigins: readonly string[];
  logger: Logger;
}

export interface Realtime extends RealtimePort {
  /** Starts to take connections on a server. */
  attach(server: HttpServer, findSession: FindSession): void;
  socketCount(): number;
  close(): Promise<void>;
}

/** Socket.IO for the whole product: one room for each person and one for each session. */
export function createRealtime({ isOwnOrigin, webOrigins, logger }: RealtimeOptions): Realtime {
  const io: AppServer = new Server({
    path: '/socket.io',
    serveClient: false,
    // `cors` only lets pages read an answer; who is let in is decided here, for websockets too.
    allowRequest: (req, decide) => decide(null, isOwnOrigin(req.headers)),
    cors: { origin: [...webOrigins], credentials: true },
    maxHttpBufferSize: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
  });
  const presence = createPresence({
    graceMs: GRACE_MS,
    intervalMs: PRESENCE_INTERVAL_MS,
    onChange: (online) => io.emit('getOnlineUsers', online),
  });

  function guardEvents(socket: AppSocket): void {
    let count = 0;
    const refill = setInterval(() => {
      count = 0;
    }, 60_000);
    refill.unref();
    socket.onAny(() => {
      count += 1;
      if (count > MAX_EVENTS_PER_MINUTE) socket.disconnect(true);
    });
    socket.on('disconnect', () => clearInterval(refill));
  }

  io.on('connection', (socket) => {
    const { userId, sessionId } = socket.data;
    void socket.join([userRoom(userId), sessionRoom(sessionId)]);
    presence.opened(userId);
    socket.emit('getOnlineUsers', presence.online());
    guardEvents(socket);
    socket.on('error', (error) => logger.warn({ err: error }, 'socket'));
    socket.on('disconnect', () => presence.closed(userId));
  });

  return {
    attach(server, findSession) {
      io.use((socket, next) => {
        findSession(socket).then(
          (session) => {
            const query = z.safeParse(handshakeQuerySchema, socket.handshake.query);
            const isMismatch = query.data?.userId !== undefined && query.data.userId !== session?.userId;
            if (!session || !query.success || isMismatch) return next(new Error(NOT_AUTHENTICATED));
            const open = io.sockets.adapter.rooms.get(userRoom(session.userId))?.size ?? 0;
            if (open >= MAX_SOCKETS_PER_USER) return next(new Error(TOO_MANY_TABS));
            socket.data = session;
            next();
          },
          (error: unknown) => {
            logger.warn({ err: error }, 'a socket could not be identified');
            next(new Error('Please try again'));
          },
        );
      });
      io.attach(server);
    },
    socketCount: () => io.engine?.clientsCount ?? 0,
    messageStored(message, { sessionId, socketId }) {
      io.to(userRoom(message.receiverId)).emit('newMessage', message);
      const toSender = io.to(userRoom(message.senderId));
      if (socketId === null) toSender.except(sessionRoom(sessionId)).emit('newMessage', message);
      // A socket's id names a room that holds it alone, so an id that is none of theirs leaves nobody out;
      // what is no id could name one of our own rooms.
      else if (SOCKET_ID.test(socketId)) toSender.except(socketId).emit('newMessage', message);
      else toSender.emit('newMessage', message);
    },
    sessionStarted(userId, session) {
      io.to(userRoom(userId)).except(sessionRoom(session.sessionId)).emit('sessionStarted', session);
    },
    closeSession(sessionId) {
      io.in(sessionRoom(sessionId)).disconnectSockets(true);
    },
    async close() {
      presence.close();
      await io.close();
    },
  };
}
