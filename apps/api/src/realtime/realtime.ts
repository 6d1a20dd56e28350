import type { Server as HttpServer, IncomingHttpHeaders, IncomingMessage } from 'node:http';
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
/** Until a session is looked up again when the database was away. */
const RECHECK_DELAY_MS = 5_000;
/** Longest wait of a timer: 2^31 - 1 ms. */
const MAX_TIMER_MS = 2_147_483_647;

/** Ids that engine.io makes: 15 random bytes in base64url. */
const SOCKET_ID = /^[\w-]{20}$/;

const userRoom = (userId: string) => `user:${userId}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;

/** The sessions of the product, as sockets need them. */
interface SocketSessions {
  /** Who a handshake belongs to, told by its cookies alone; null without a living session. */
  identify(request: IncomingMessage): Promise<SocketData | null>;
  /** Until when a session lives; null when it has ended. */
  expiryOf(sessionId: string): Promise<Date | null>;
}

interface RealtimeOptions {
  /** Whether a handshake comes from a page of our own, on every transport. */
  isOwnOrigin(headers: IncomingHttpHeaders): boolean;
  /** Other origins that may read polling answers. */
  webOrigins: readonly string[];
  logger: Logger;
}

export interface Realtime extends RealtimePort {
  /** Starts to take connections on a server. */
  attach(server: HttpServer, sessions: SocketSessions): void;
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

  /** Ends a connection that sends too much, whatever it is: joins, also before it is let in, events, answers. */
  function guardTraffic(connection: AppSocket['conn']): void {
    let count = 0;
    const refill = setInterval(() => {
      count = 0;
    }, 60_000);
    refill.unref();
    connection.on('packet', ({ type }: { type: string }) => {
      if (type !== 'message') return;
      count += 1;
      if (count > MAX_EVENTS_PER_MINUTE) connection.close(true);
    });
    connection.on('close', () => clearInterval(refill));
  }

  /**
   * Closes a socket when its session is over: at its expiry, which renewals move, and at once when the session
   * ended while the socket was connecting and no room could tell it.
   */
  function endWithSession(socket: AppSocket, sessions: SocketSessions): void {
    let timer: NodeJS.Timeout | undefined;
    const check = async () => {
      let delay = RECHECK_DELAY_MS;
      try {
        const expiresAt = await sessions.expiryOf(socket.data.sessionId);
        if (!expiresAt) return void socket.disconnect(true);
        delay = expiresAt.getTime() - Date.now();
      } catch (error) {
        logger.warn({ err: error }, 'the session of a socket could not be looked up');
      }
      if (!socket.connected) return;
      timer = setTimeout(check, Math.min(Math.max(delay, 0) + 1, MAX_TIMER_MS));
      timer.unref();
    };
    socket.on('disconnect', () => clearTimeout(timer));
    void check();
  }

  /** Lets a handshake in or says why not. */
  async function admit(socket: AppSocket, sessions: SocketSessions): Promise<Error | null> {
    const session = await sessions.identify(socket.request);
    const query = z.safeParse(handshakeQuerySchema, socket.handshake.query);
    const isMismatch = query.data?.userId !== undefined && query.data.userId !== session?.userId;
    if (!session || !query.success || isMismatch) return new Error(NOT_AUTHENTICATED);
    const room = userRoom(session.userId);
    // Joined before it is counted: of many that connect at once each sees the others. One refused leaves by itself.
    await socket.join([room, sessionRoom(session.sessionId)]);
    const open = io.sockets.adapter.rooms.get(room)?.size ?? 0;
    if (open > MAX_SOCKETS_PER_USER) return new Error(TOO_MANY_TABS);
    socket.data = session;
    return null;
  }

  return {
    attach(server, sessions) {
      io.use((socket, next) => {
        admit(socket, sessions).then(
          (refusal) => (refusal ? next(refusal) : next()),
          (error: unknown) => {
            logger.warn({ err: error }, 'a socket could not be identified');
            // A refusal would be final for Socket.IO's client; a lost line it takes up again by itself.
            socket.conn.close();
            next(new Error('Please try again'));
          },
        );
      });
      io.on('connection', (socket) => {
        const { userId } = socket.data;
        presence.opened(userId);
        socket.emit('getOnlineUsers', presence.online());
        endWithSession(socket, sessions);
        socket.on('error', (error) => logger.warn({ err: error }, 'socket'));
        socket.on('disconnect', () => presence.closed(userId));
      });
      io.attach(server);
      io.engine.on('connection', guardTraffic);
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
