import { LRUCache } from 'lru-cache';
import type { RealtimeMetrics } from './realtime-metrics.js';
import type { AppSocket } from './socket-types.js';

const WINDOW_MS = 60_000;
/** Maximum number of packets of a user in a window, over all sockets, and of a connection that is not admitted yet. */
const MAX_PACKETS = 100;
/**
 * Maximum number of handshakes of a user in a window. They take as much processor time as the 1,200 requests that a
 * user may send. After a restart of the server, each of at most 50 tabs needs one.
 */
const MAX_HANDSHAKES = 300;
/** Maximum number of users who are counted, about 150 bytes each. */
const MAX_USERS = 50_000;

type Connection = AppSocket['conn'];

/** Limits what users do over their sockets in this process. A new connection does not start a new count. */
export interface SocketLimits {
  /** Closes a connection at the packet that exceeds the limit. */
  watch(connection: Connection): void;
  /** Counts a handshake. @returns whether its user is within both limits. */
  countHandshake(userId: string): boolean;
  /** Counts further packets of a connection for its user. */
  assign(connection: Connection, userId: string): void;
}

/** Counts by user, in a window that begins with the first. */
function createCounter(windowMs: number) {
  const counts = new LRUCache<string, number>({ max: MAX_USERS, ttl: windowMs, noUpdateTTL: true });
  const get = (userId: string): number => counts.get(userId) ?? 0;
  return {
    get,
    /** @returns the count including this one. */
    add(userId: string): number {
      const count = get(userId) + 1;
      counts.set(userId, count);
      return count;
    },
  };
}

/** @param windowMs - tests use a shorter window than the product. */
export function createSocketLimits(
  metrics: Pick<RealtimeMetrics, 'rejected'>,
  windowMs = WINDOW_MS,
): SocketLimits {
  const packets = createCounter(windowMs);
  const handshakes = createCounter(windowMs);
  const userIds = new WeakMap<Connection, string>();
  return {
    watch(connection) {
      // Socket.IO closes a connection that is not admitted before a window ends.
      let ownCount = 0;
      connection.on('packet', ({ type }: { type: string }) => {
        if (type !== 'message') return;
        const userId = userIds.get(connection);
        ownCount += 1;
        if ((userId === undefined ? ownCount : packets.add(userId)) <= MAX_PACKETS) return;
        metrics.rejected('too_many_events');
        connection.close(true);
      });
    },
    countHandshake(userId) {
      // The second condition stops a client that connects again whenever its connection is closed.
      const isWithinLimits = handshakes.add(userId) <= MAX_HANDSHAKES && packets.get(userId) <= MAX_PACKETS;
      if (!isWithinLimits) metrics.rejected('too_many_handshakes');
      return isWithinLimits;
    },
    assign: (connection, userId) => void userIds.set(connection, userId),
  };
}
