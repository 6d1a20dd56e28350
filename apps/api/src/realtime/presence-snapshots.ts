import type { RedisConnection } from '../lib/redis.js';

/** How often a process checks whether its visible users have changed. */
const CHECK_INTERVAL_MS = 200;
/** How often an unchanged snapshot is published again. */
const HEARTBEAT_MS = 2_000;
/** How long a snapshot is valid: a process that sent none for this time is considered dead. */
const TTL_MS = 10_000;
/** A timer this late means that the process itself was suspended. */
const MAX_TIMER_LAG_MS = 1_000;

/** All users of one process who are online for others. */
export interface PresenceSnapshot {
  processId: string;
  userIds: string[];
  /** How long the snapshot is valid, in ms. */
  ttlMs: number;
}

interface PresenceSnapshotsOptions {
  redis: Pick<RedisConnection, 'isUp' | 'onReady'>;
  /** Unique id of this process. */
  processId: string;
  /** Sends a snapshot to all other processes. */
  publish(snapshot: PresenceSnapshot): void;
  /** The users of this process who are online for others. */
  localUserIds(): readonly string[];
  /** Called when the result of `userIds` may have changed. */
  onChange(): void;
  /** Called when the last snapshots of other processes have expired. */
  onLeave(): void;
  /** How long the users of a process that stops have to reconnect to another one, in ms. */
  graceMs: number;
}

interface PresenceSnapshots {
  /** Applies a snapshot that another process has published. */
  receive(snapshot: PresenceSnapshot): void;
  /** Users who are online in other processes. */
  userIds(): Iterable<string>;
  /** Ids of the other live processes. */
  processIds(): string[];
  /** Publishes a last snapshot, valid for `graceMs`. */
  close(): void;
}

/**
 * Exchanges the online users of all processes. Each snapshot is complete and replaces the one before, so a lost one is
 * repaired by the next.
 */
export function createPresenceSnapshots(options: PresenceSnapshotsOptions): PresenceSnapshots {
  const { redis, processId, publish, localUserIds, onChange, onLeave, graceMs } = options;
  const peers = new Map<string, { userIds: readonly string[]; expiresAt: number }>();
  let published: readonly string[] = [];
  let publishedAt = performance.now();
  let tickedAt = performance.now();
  let isClosed = false;

  function publishSnapshot(ttlMs = TTL_MS): void {
    if (isClosed || !redis.isUp()) return;
    const userIds = [...localUserIds()];
    published = userIds;
    publishedAt = performance.now();
    publish({ processId, userIds, ttlMs });
  }

  function isPublished(userIds: readonly string[]): boolean {
    return userIds.length === published.length && userIds.every((id, index) => id === published[index]);
  }

  function removeExpired(now: number): void {
    const lagMs = now - tickedAt - CHECK_INTERVAL_MS;
    tickedAt = now;
    const count = peers.size;
    for (const [id, peer] of peers) {
      // While this process was suspended, snapshots of others could not be read.
      if (lagMs > MAX_TIMER_LAG_MS) peer.expiresAt += lagMs;
      if (peer.expiresAt > now) continue;
      peers.delete(id);
    }
    if (peers.size === count) return;
    onChange();
    onLeave();
  }

  const timer = setInterval(() => {
    const now = performance.now();
    removeExpired(now);
    if (now - publishedAt >= HEARTBEAT_MS || !isPublished(localUserIds())) publishSnapshot();
  }, CHECK_INTERVAL_MS).unref();
  redis.onReady(() => publishSnapshot());

  return {
    receive({ processId: id, userIds, ttlMs }) {
      const isNew = !peers.has(id);
      peers.set(id, { userIds, expiresAt: performance.now() + ttlMs });
      // A process that has just started has received no snapshot yet.
      if (isNew) publishSnapshot();
      onChange();
    },
    *userIds() {
      for (const { userIds } of peers.values()) yield* userIds;
    },
    processIds: () => [...peers.keys()],
    close() {
      clearInterval(timer);
      publishSnapshot(graceMs);
      isClosed = true;
    },
  };
}
