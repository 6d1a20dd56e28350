import type { Server as HttpServer, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { TYPING_INTERVAL_MS } from '@safarnama/contracts';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import type { RedisConnection } from '../lib/redis.js';
import type { WriteVersions } from '../lib/write-versions.js';
import { createBroadcast } from './broadcast.js';
import { type Cluster, createCluster, createRedisAdapter } from './cluster.js';
import { createHandshake } from './handshake.js';
import type { VisibilityRules } from './local-users.js';
import { createPostWatches, type PublishedPosts } from './post-watches.js';
import { createPresence } from './presence.js';
import type { RealtimeMetrics } from './realtime-metrics.js';
import type { RealtimePort } from './realtime-port.js';
import { createSessionWatch, type Sessions } from './session-watch.js';
import { createSocketLimits } from './socket-limits.js';
import {
  type AppServer,
  type AppSocket,
  countSocketsByUser,
  PRESENCE_ROOMS,
  type SocketIdentity,
} from './socket-types.js';
import { createTypingRelay } from './typing-relay.js';
import { watchUpgradeRequests } from './upgrade-requests.js';

/** Beginning of the URLs of all requests of Socket.IO. */
export const SOCKET_PATH = '/socket.io/';

/** A broken connection is detected after at most the sum of both: 22 s. */
const PING_INTERVAL_MS = 12_000;
const PING_TIMEOUT_MS = 10_000;
const MAX_FRAME_BYTES = 64_000;

/** Error code of engine.io for a request that `allowRequest` rejected. */
const FORBIDDEN = 4;

/** Durations in ms. Tests use shorter ones than the product. */
export interface RealtimeTimings {
  /** A user without sockets for this long is offline. */
  graceMs: number;
  /** Shortest time between two presence updates. */
  presenceIntervalMs: number;
  /** Shortest time between two `typing` events from one user to another. */
  typingIntervalMs: number;
}
const TIMINGS: RealtimeTimings = {
  graceMs: 3_000,
  presenceIntervalMs: 1_000,
  typingIntervalMs: TYPING_INTERVAL_MS,
};

/** What the realtime server reads about users and sessions. */
export interface SocketUsers extends Sessions {
  /** The session named by the cookies of a request; null without a live one. */
  identify(request: IncomingMessage): Promise<SocketIdentity | null>;
  /** Called with each session that another process has ended. */
  markSessionEnded(sessionId: string): void;
  /** Called with the users of each block that another process has stored or removed. */
  markBlockChanged(userId: string, otherId: string): void;
  /** The stored visibility rules of these users. Those without an entry have no restrictions. */
  readVisibilityRules(userIds: readonly string[]): Promise<ReadonlyMap<string, VisibilityRules>>;
}

interface RealtimeOptions {
  /** Whether a request comes from a page of an allowed origin. Applied to every transport. */
  isOwnOrigin(headers: IncomingHttpHeaders): boolean;
  /** Other origins whose pages may connect. */
  webOrigins: readonly string[];
  users: SocketUsers;
  posts: PublishedPosts;
  /** Connects this process with others; null for a single process. */
  redis: RedisConnection | null;
  versions: WriteVersions;
  timings?: RealtimeTimings;
  metrics: RealtimeMetrics;
  logger: Logger;
}

interface Realtime extends RealtimePort {
  /** Starts to accept connections on a server. */
  attach(server: HttpServer): void;
  socketCount(): number;
  /** Number of users with a socket in this process. */
  userCount(): number;
  close(): Promise<void>;
}

function createSocketServer({ isOwnOrigin, webOrigins, redis }: RealtimeOptions): AppServer {
  return new Server({
    path: SOCKET_PATH,
    serveClient: false,
    // `cors` only lets pages read responses. Requests are rejected here, those of WebSockets included.
    allowRequest: (req, decide) => decide(null, isOwnOrigin(req.headers)),
    cors: { origin: [...webOrigins], credentials: true },
    maxHttpBufferSize: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    ...(redis ? { adapter: createRedisAdapter(redis) } : {}),
  });
}

/** Socket.IO for the whole product, with a room for each user, each session and each watched story. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { webOrigins, users, posts, redis, versions, timings = TIMINGS, metrics, logger } = options;
  const io = createSocketServer(options);
  const broadcast = createBroadcast(io, metrics);
  const sessionWatch = createSessionWatch({ io, sessions: users, logger });
  const limits = createSocketLimits(metrics);
  const postWatches = createPostWatches({ io, posts, logger });
  const presence = createPresence({
    graceMs: timings.graceMs,
    intervalMs: timings.presenceIntervalMs,
    readRules: users.readVisibilityRules,
    remoteUserIds: () => cluster?.onlineUserIds() ?? [],
    send: broadcast.sendPresence,
    logger,
  });
  const cluster: Cluster | null =
    redis &&
    createCluster({
      io,
      redis,
      presence,
      versions,
      graceMs: timings.graceMs,
      catchUp() {
        presence.refreshAllRules();
        void postWatches.leaveHidden();
      },
      // The web app takes a full list as the signal to fetch messages that it may have missed.
      onRejoin: () => broadcast.resendLists(presence.listFor),
    });
  const typing = createTypingRelay({
    io,
    intervalMs: timings.typingIntervalMs,
    getRules: presence.getConfirmedRules,
    publish: (...pair) => void cluster?.emit('typing', ...pair),
  });
  io.on('typing', typing.deliver);
  io.on('sessionEnded', users.markSessionEnded);
  io.on('blockChanged', users.markBlockChanged);

  function handleConnection(socket: AppSocket): void {
    const { userId, loadedRules, presence: kind } = socket.data;
    metrics.connected();
    presence.connect(userId, loadedRules);
    // Sends the list and joins the room without awaiting in between, so that no update is missed or precedes the list.
    socket.emit('getOnlineUsers', presence.listFor(userId));
    metrics.presenceSent('list', 1);
    void socket.join(PRESENCE_ROOMS[kind]);
    socket.on('typing', (payload: unknown) => typing.handleTyping(userId, payload));
    postWatches.accept(socket);
    socket.on('error', (error) => logger.warn({ err: error }, 'Socket error'));
    socket.on('disconnect', (reason) => {
      metrics.disconnected(reason);
      presence.disconnect(userId);
      // A client may leave the namespace and keep its connection, which would no longer count for the user.
      socket.conn.close();
    });
  }

  function refreshRules(...userIds: string[]): void {
    userIds.forEach(presence.refreshRules);
    cluster?.emit('visibilityRulesChanged', userIds);
  }

  return {
    ...broadcast,
    visibilityChanged: (userId) => refreshRules(userId),
    async blockChanged(userId, otherId, isBlocked) {
      broadcast.blockChanged(userId, otherId, isBlocked);
      refreshRules(userId, otherId);
      cluster?.emit('blockChanged', userId, otherId);
      await cluster?.whenHandled();
    },
    async sessionsEnded(userId, sessionIds) {
      broadcast.sessionsEnded(userId, sessionIds);
      for (const id of sessionIds) cluster?.emit('sessionEnded', id);
      await cluster?.whenHandled();
    },
    attach(server) {
      io.attach(server);
      io.engine.on('connection', limits.watch);
      io.engine.on('connection_error', ({ code }: { code: number }) => {
        metrics.rejected(code === FORBIDDEN ? 'origin' : 'handshake');
      });
      const upgradeRequests = watchUpgradeRequests(io.engine, webOrigins);
      const reportSockets = cluster?.reportSockets ?? (async () => 0);
      const { identify } = users;
      io.use(
        createHandshake({ io, identify, upgradeRequests, presence, reportSockets, limits, metrics, logger }),
      );
      io.on('connection', handleConnection);
    },
    socketCount: () => io.engine?.clientsCount ?? 0,
    userCount: () => countSocketsByUser(io).size,
    async close() {
      presence.close();
      sessionWatch.close();
      cluster?.close();
      await io.close();
    },
  };
}
