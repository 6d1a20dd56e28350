import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { ServerOptions } from 'socket.io';
import { MAX_AGE_MS } from '../lib/announced-cache.js';
import type { RedisConnection } from '../lib/redis.js';
import { within } from '../lib/within.js';
import type { WriteVersions } from '../lib/write-versions.js';
import type { Presence } from './presence.js';
import { createPresenceSnapshots } from './presence-snapshots.js';
import { createSocketCounts } from './socket-counts.js';
import { type AppServer, countSocketsByUser } from './socket-types.js';

/** How often `catchUp` is called while Redis is unavailable. */
const CATCH_UP_INTERVAL_MS = 5_000;
/** All processes have reconnected to Redis within this time: they try every 0.5 s and check every 2 s. */
const REJOIN_DELAY_MS = 2_500;

interface ClusterOptions {
  io: AppServer;
  redis: RedisConnection;
  presence: Pick<Presence, 'visibleIds' | 'scheduleUpdate' | 'refreshRules'>;
  versions: Pick<WriteVersions, 'onWrite' | 'raise' | 'raiseAll'>;
  graceMs: number;
  /** Reads from the database what other processes could not announce: they had no connection to Redis, or died. */
  catchUp(): void;
  /** Called once all processes are connected again after one of them was not. */
  onRejoin(): void;
}

/** The other API processes, reached through Redis. */
export interface Cluster {
  /** Emits an event to all other processes. */
  emit: AppServer['serverSideEmit'];
  /**
   * Resolves once all other processes have handled the events emitted so far. Where one does not acknowledge, it
   * resolves after the second for which that process may still use what it has cached.
   */
  whenHandled(): Promise<void>;
  /** Users who are online in other processes. */
  onlineUserIds(): Iterable<string>;
  /** Stores a user's number of sockets in this process and returns their number in all others. */
  reportSockets(userId: string, count: number): Promise<number>;
  close(): void;
}

/** Creates the Socket.IO adapter that forwards events between processes: docs/decisions/005-several-processes.md. */
export function createRedisAdapter({ adapterClients, prefix }: RedisConnection): ServerOptions['adapter'] {
  const { publisher, subscriber } = adapterClients;
  return createShardedAdapter(publisher, subscriber, { channelPrefix: prefix, subscriptionMode: 'static' });
}

export function createCluster({
  io,
  redis,
  presence,
  versions,
  graceMs,
  catchUp,
  onRejoin,
}: ClusterOptions): Cluster {
  const processId = randomBytes(9).toString('base64url');
  const snapshots = createPresenceSnapshots({
    redis,
    processId,
    publish: (snapshot) => void io.serverSideEmit('presenceSnapshot', snapshot),
    localUserIds: presence.visibleIds,
    onChange: presence.scheduleUpdate,
    // A killed process may not have announced its last writes.
    onLeave: catchUp,
    graceMs,
  });
  const socketCounts = createSocketCounts({
    redis,
    processId,
    otherProcessIds: snapshots.processIds,
    localCounts: () => countSocketsByUser(io),
  });
  io.on('presenceSnapshot', snapshots.receive);
  // Published before any event about the write, so that a client that gets the event reads what was written.
  versions.onWrite((scope) => io.serverSideEmit('documentsWritten', scope));
  io.on('documentsWritten', versions.raise);
  io.on('eventsHandled', (acknowledge) => acknowledge());
  io.on('visibilityRulesChanged', (userIds) => userIds.forEach(presence.refreshRules));

  let isClosed = false;
  let rejoinTimer: NodeJS.Timeout | undefined;
  function recover(): void {
    versions.raiseAll();
    catchUp();
    clearTimeout(rejoinTimer);
    rejoinTimer = setTimeout(onRejoin, REJOIN_DELAY_MS);
  }
  redis.onReady((hasLostEvents) => {
    // Processes that have stayed connected do not know that they have missed events.
    if (hasLostEvents) io.serverSideEmit('eventsLost');
    recover();
  });
  io.on('eventsLost', recover);
  const catchUpTimer = setInterval(() => {
    if (!redis.isUp()) catchUp();
  }, CATCH_UP_INTERVAL_MS).unref();

  return {
    emit: (...args) => io.serverSideEmit(...args),
    async whenHandled() {
      // Events reach a process in the order in which they were emitted.
      const emitted = io.serverSideEmitWithAck('eventsHandled');
      // A closed adapter resolves without waiting for acknowledgements, so the others may not have handled anything.
      const handled = emitted.then(() =>
        isClosed ? delay(MAX_AGE_MS, undefined, { ref: false }) : undefined,
      );
      await within(handled, MAX_AGE_MS, undefined);
    },
    onlineUserIds: snapshots.userIds,
    reportSockets: socketCounts.report,
    close() {
      isClosed = true;
      clearInterval(catchUpTimer);
      clearTimeout(rejoinTimer);
      socketCounts.close();
      snapshots.close();
    },
  };
}
