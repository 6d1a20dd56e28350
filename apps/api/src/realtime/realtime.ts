import { randomBytes } from 'node:crypto';
import type { Server as HttpServer, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  type ClientToServerEvents,
  handshakeAuthSchema,
  handshakeQuerySchema,
  MAX_SOCKETS_PER_USER,
  NOT_AUTHENTICATED,
  type ServerToClientEvents,
  TOO_MANY_TABS,
  TYPING_INTERVAL_MS,
  typingInputSchema,
} from '@safarnama/contracts';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Logger } from 'pino';
import { Server, type Socket } from 'socket.io';
import * as z from 'zod/mini';
import type { RedisConnection } from '../lib/redis.js';
import { createOnlineUsers, type OnlineUsers } from './online-people.js';
import { createPresenceSync, type PresenceEvents } from './presence-sync.js';
import type { VisibilityRules } from './presence-views.js';
import type { RealtimeMetrics } from './realtime-metrics.js';
import type { RealtimePort } from './realtime-port.js';
import { createSocketCounts } from './socket-counts.js';
import { createTypingGate } from './typing-gate.js';

/** Who a socket belongs to. */
interface SocketIdentity {
  userId: string;
  sessionId: string;
}
interface SocketData extends SocketIdentity {
  /** What they may see, as it was when the socket was let in. */
  ticket: Awaited<ReturnType<OnlineUsers['load']>>;
  /** How this client is told who is online. */
  presence: 'list' | 'delta';
}

/** What the processes tell each other. */
interface ProcessEvents extends PresenceEvents {
  /** What these people may see was changed: to be read anew. */
  peopleChanged: (userIds: string[]) => void;
  typing: (fromUserId: string, toUserId: string) => void;
}
type AppServer = Server<ClientToServerEvents, ServerToClientEvents, ProcessEvents, SocketData>;
type AppSocket = Socket<ClientToServerEvents, ServerToClientEvents, ProcessEvents, SocketData>;

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
/** How often sessions, blocks and the like are looked up while Redis is away. */
const CATCH_UP_INTERVAL_MS = 5_000;
/** How often all sessions are looked up: a process that was killed as it ended one told nobody. */
const SESSION_CHECK_INTERVAL_MS = 60_000;
/** Within this time after Redis is back all processes have joined it again: they try every 0.5 s and look every 2 s. */
const REJOIN_DELAY_MS = 2_500;
/** Longest wait of a timer: 2^31 - 1 ms. */
const MAX_TIMER_MS = 2_147_483_647;

/** Of engine.io: `allowRequest` said no. */
const FORBIDDEN = 4;

/** Ids that engine.io makes: 15 random bytes in base64url. */
const SOCKET_ID = /^[\w-]{20}$/;

/** All clients that are told who is online in the one way, in the other. */
const PRESENCE_ROOMS = { list: 'presence:list', delta: 'presence:delta' } as const;

const userRoom = (userId: string) => `user:${userId}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;

/** The sessions and people of the product, as sockets need them. */
interface SocketUsers {
  /** Who a handshake belongs to, told by its cookies alone; null without a living session. */
  identify(request: IncomingMessage): Promise<SocketIdentity | null>;
  /** Until when a session lives; null when it has ended. */
  findExpiry(sessionId: string): Promise<Date | null>;
  /** Which of these sessions live. */
  findLiveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** What these people see differently from everybody else, as it is stored. */
  visibilityRulesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, VisibilityRules>>;
}

interface RealtimeOptions {
  /** Whether a handshake comes from a page of our own, on every transport. */
  isOwnOrigin(headers: IncomingHttpHeaders): boolean;
  /** Other origins that may read polling answers. */
  webOrigins: readonly string[];
  /** Joins this process with others; null where there is but one. */
  redis: RedisConnection | null;
  /** Told what operators want to know. */
  metrics: RealtimeMetrics;
  logger: Logger;
}

export interface Realtime extends RealtimePort {
  /** Starts to take connections on a server. */
  attach(server: HttpServer, users: SocketUsers): void;
  socketCount(): number;
  /** People with a socket in this process. */
  userCount(): number;
  close(): Promise<void>;
}

/** See docs/decisions/005-several-processes.md. */
function createRedisAdapter({ adapterClients, prefix }: RedisConnection) {
  const { publisher, subscriber } = adapterClients;
  return createShardedAdapter(publisher, subscriber, { channelPrefix: prefix, subscriptionMode: 'static' });
}

/** Socket.IO for the whole product: one room for each person and one for each session. */
export function createRealtime({
  isOwnOrigin,
  webOrigins,
  redis,
  metrics,
  logger,
}: RealtimeOptions): Realtime {
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
    ...(redis ? { adapter: createRedisAdapter(redis) } : {}),
  });
  let users: SocketUsers | undefined;
  const online = createOnlineUsers({
    graceMs: GRACE_MS,
    intervalMs: PRESENCE_INTERVAL_MS,
    async read(userIds) {
      if (!users) throw new Error('no connection is taken before attach');
      return users.visibilityRulesOf(userIds);
    },
    tell({ general, personal }) {
      const others = [...personal.keys()].map(userRoom);
      if (general) {
        io.local.to(PRESENCE_ROOMS.delta).except(others).emit('presenceDelta', general.delta);
        metrics.presenceSent('delta', countRecipients('delta', personal.keys()));
        if (io.sockets.adapter.rooms.has(PRESENCE_ROOMS.list)) {
          io.local.to(PRESENCE_ROOMS.list).except(others).emit('getOnlineUsers', general.list());
          metrics.presenceSent('list', countRecipients('list', personal.keys()));
        }
      }
      for (const [userId, word] of personal) {
        if (!word) continue;
        for (const socket of socketsOf(userId)) {
          if (socket.data.presence === 'delta') socket.emit('presenceDelta', word.delta);
          else socket.emit('getOnlineUsers', word.list());
          metrics.presenceSent(socket.data.presence, 1);
        }
      }
    },
    onShared: (userId, isOnline) => processes?.presence.changed(userId, isOnline),
    logger,
  });
  let resendTimer: NodeJS.Timeout | undefined;
  const processes = redis ? joinProcesses(redis) : null;
  const typingGate = createTypingGate(TYPING_INTERVAL_MS);
  // Alone it must find out by itself what other processes do.
  const catchUpTimer = setInterval(() => {
    if (redis && !redis.isUp()) void catchUp();
  }, CATCH_UP_INTERVAL_MS).unref();
  const sessionCheckTimer = setInterval(() => void closeEndedSessions(), SESSION_CHECK_INTERVAL_MS).unref();

  /**
   * A whole list once more, which our client takes as the word to fetch what it may have missed: messages that came in
   * through another process found no way here while Redis was away.
   */
  function resendLists(): void {
    for (const socket of io.sockets.sockets.values()) {
      if (socket.data.presence === 'delta') {
        socket.emit('getOnlineUsers', online.listFor(socket.data.userId));
        metrics.presenceSent('list', 1);
      }
    }
  }

  /** Sends to all other processes, where there are any. */
  const emitToProcesses: AppServer['serverSideEmit'] = (...args) =>
    redis ? io.serverSideEmit(...args) : false;

  function joinProcesses(link: RedisConnection) {
    const processId = randomBytes(9).toString('base64url');
    const presence = createPresenceSync({
      redis: link,
      processId,
      tell: {
        processChanged: (change) => void io.serverSideEmit('processChanged', change),
        processAlive: (sign) => void io.serverSideEmit('processAlive', sign),
        processGone: (sign) => void io.serverSideEmit('processGone', sign),
      },
      shared: online.shared,
      others: online.others,
      graceMs: GRACE_MS,
    });
    io.on('processChanged', presence.events.processChanged);
    io.on('processAlive', presence.events.processAlive);
    io.on('processGone', presence.events.processGone);
    io.on('peopleChanged', (userIds) => userIds.forEach(online.refresh));
    io.on('typing', deliverTyping);
    link.onReady(() => {
      void catchUp();
      clearTimeout(resendTimer);
      resendTimer = setTimeout(resendLists, REJOIN_DELAY_MS);
    });
    const socketCounts = createSocketCounts({
      redis: link,
      processId,
      peers: presence.peers,
      counts: countSockets,
    });
    return { presence, socketCounts };
  }

  const countUserSockets = (userId: string) => io.sockets.adapter.rooms.get(userRoom(userId))?.size ?? 0;

  function countSockets(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { data } of io.sockets.sockets.values()) {
      if (!counts.has(data.userId)) counts.set(data.userId, countUserSockets(data.userId));
    }
    return counts;
  }

  /** Sets right what other processes could not tell while Redis was away: sessions that ended, who sees whom. */
  async function catchUp(): Promise<void> {
    online.refreshAll();
    await closeEndedSessions();
  }

  /** Closes the sockets whose session has ended without a word. */
  async function closeEndedSessions(): Promise<void> {
    const sockets = [...io.sockets.sockets.values()];
    if (!users || sockets.length === 0) return;
    try {
      const living = await users.findLiveSessions([...new Set(sockets.map(({ data }) => data.sessionId))]);
      for (const socket of sockets) if (!living.has(socket.data.sessionId)) socket.disconnect(true);
    } catch (error) {
      logger.warn({ err: error }, 'the sessions of the sockets could not be looked up');
    }
  }

  /** How many sockets are told in the one way, without those of some people. */
  function countRecipients(kind: SocketData['presence'], without: Iterable<string>): number {
    let count = io.sockets.adapter.rooms.get(PRESENCE_ROOMS[kind])?.size ?? 0;
    for (const userId of without) {
      count -= socketsOf(userId).filter((socket) => socket.data.presence === kind).length;
    }
    return count;
  }

  /** The sockets of a person in this process. */
  function socketsOf(userId: string): AppSocket[] {
    const ids = io.sockets.adapter.rooms.get(userRoom(userId)) ?? [];
    // A socket that is being let in has a room already, and no list yet.
    return [...ids].flatMap((id) => io.sockets.sockets.get(id) ?? []);
  }

  /** Ends a connection that sends too much, whatever it is: joins, also before it is let in, events, answers. */
  function limitPackets(connection: AppSocket['conn']): void {
    let count = 0;
    const refill = setInterval(() => {
      count = 0;
    }, 60_000);
    refill.unref();
    connection.on('packet', ({ type }: { type: string }) => {
      if (type !== 'message') return;
      count += 1;
      if (count <= MAX_EVENTS_PER_MINUTE) return;
      metrics.rejected('too_many_events');
      connection.close(true);
    });
    connection.on('close', () => clearInterval(refill));
  }

  /**
   * Closes a socket when its session is over: at its expiry, which renewals move, and at once when the session
   * ended while the socket was connecting and no room could tell it.
   */
  function disconnectOnExpiry(socket: AppSocket, sessions: Pick<SocketUsers, 'findExpiry'>): void {
    let timer: NodeJS.Timeout | undefined;
    const check = async () => {
      let delay = RECHECK_DELAY_MS;
      try {
        const expiresAt = await sessions.findExpiry(socket.data.sessionId);
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
  async function admit(socket: AppSocket, { identify }: SocketUsers): Promise<Error | null> {
    const session = await identify(socket.request);
    const query = z.safeParse(handshakeQuerySchema, socket.handshake.query);
    const isMismatch = query.data?.userId !== undefined && query.data.userId !== session?.userId;
    if (!session || !query.success || isMismatch) {
      metrics.rejected('session');
      return new Error(NOT_AUTHENTICATED);
    }
    // Joined before it is counted: of many that connect at once each sees the others. One refused leaves by itself.
    await socket.join([userRoom(session.userId), sessionRoom(session.sessionId)]);
    const { userId } = session;
    const open = countUserSockets(userId);
    const report = () => processes?.socketCounts.report(userId, countUserSockets(userId));
    // Once it has left its room.
    socket.conn.once('close', () => setImmediate(report));
    const remoteCount = (await report()) ?? 0;
    if (open + remoteCount > MAX_SOCKETS_PER_USER) {
      setImmediate(report);
      metrics.rejected('too_many_tabs');
      return new Error(TOO_MANY_TABS);
    }
    const { data: auth } = z.safeParse(handshakeAuthSchema, socket.handshake.auth);
    socket.data = {
      ...session,
      ticket: await online.load(session.userId),
      presence: auth?.presence ?? 'list',
    };
    return null;
  }

  /** Tells somebody that another one writes to them, unless one of the two does not want it. */
  function handleTyping(fromUserId: string, payload: unknown): void {
    const input = z.safeParse(typingInputSchema, payload);
    const exceptions = online.exceptionsOf(fromUserId);
    if (!input.success || !exceptions || exceptions.appearsOffline) return;
    const toUserId = input.data.toUserId.toLowerCase();
    if (toUserId === fromUserId || exceptions.blocked.has(toUserId)) return;
    deliverTyping(fromUserId, toUserId);
    emitToProcesses('typing', fromUserId, toUserId);
  }

  /** In each process by itself: the sign of a pair may come from tabs of several. */
  function deliverTyping(fromUserId: string, toUserId: string): void {
    if (!typingGate.passes(fromUserId, toUserId)) return;
    io.local.to(userRoom(toUserId)).emit('typing', { fromUserId });
  }

  function refresh(...userIds: string[]): void {
    userIds.forEach(online.refresh);
    emitToProcesses('peopleChanged', userIds);
  }

  return {
    attach(server, socketUsers) {
      users = socketUsers;
      io.use((socket, next) => {
        admit(socket, socketUsers).then(
          (rejection) => {
            if (!rejection) return next();
            next(rejection);
            // Once the refusal is on its way: else the connection would stay until its time to join is over.
            setImmediate(() => socket.conn.close());
          },
          (error: unknown) => {
            logger.warn({ err: error }, 'a socket could not be identified');
            metrics.rejected('failure');
            // A refusal would be final for Socket.IO's client; a lost line it takes up again by itself.
            socket.conn.close();
            next(new Error('Please try again'));
          },
        );
      });
      io.on('connection', (socket) => {
        const { userId, ticket, presence } = socket.data;
        metrics.connected();
        online.opened(userId, ticket);
        // In one turn: no word comes between the list and the room, so none is missed and none comes too early.
        socket.emit('getOnlineUsers', online.listFor(userId));
        metrics.presenceSent('list', 1);
        void socket.join(PRESENCE_ROOMS[presence]);
        disconnectOnExpiry(socket, socketUsers);
        socket.on('typing', (payload: unknown) => handleTyping(userId, payload));
        socket.on('error', (error) => logger.warn({ err: error }, 'socket'));
        socket.on('disconnect', (reason) => {
          metrics.disconnected(reason);
          online.closed(userId);
          // Who leaves by a word may keep the line: it would count no more among their sockets.
          socket.conn.close();
        });
      });
      io.attach(server);
      io.engine.on('connection', limitPackets);
      io.engine.on('connection_error', ({ code }: { code: number }) => {
        metrics.rejected(code === FORBIDDEN ? 'origin' : 'handshake');
      });
    },
    socketCount: () => io.engine?.clientsCount ?? 0,
    userCount: () => countSockets().size,
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
    receiptUpdated(kind, { unreadCount, ...mark }, shownUpTo) {
      const event = kind === 'read' ? 'messagesRead' : 'messagesDelivered';
      io.to(userRoom(mark.byUserId)).emit(event, { ...mark, unreadCount });
      if (shownUpTo !== null) io.to(userRoom(mark.ofUserId)).emit(event, { ...mark, upTo: shownUpTo });
    },
    messageChanged(change, userIds) {
      // To no room would be to everybody.
      if (userIds.length > 0) io.to(userIds.map(userRoom)).emit('messageChanged', change);
    },
    messageRemoved(userId, removal) {
      io.to(userRoom(userId)).emit('messageRemoved', removal);
    },
    visibilityChanged(userId) {
      refresh(userId);
    },
    blockChanged(userId, otherId, isBlocked) {
      io.to(userRoom(userId)).emit('blockChanged', { userId: otherId, isBlocked });
      refresh(userId, otherId);
    },
    sessionEnded(userId, sessionId) {
      io.in(sessionRoom(sessionId)).disconnectSockets(true);
      io.to(userRoom(userId)).except(sessionRoom(sessionId)).emit('sessionEnded', { sessionId });
    },
    async close() {
      online.close();
      clearInterval(catchUpTimer);
      clearInterval(sessionCheckTimer);
      clearTimeout(resendTimer);
      processes?.socketCounts.close();
      await processes?.presence.close();
      await io.close();
    },
  };
}
