import type { RedisConnection } from '../lib/redis.js';
import type { Directory } from './directory.js';

/** Changes of so many milliseconds make one write and one word. */
const GATHER_MS = 20;
const HEARTBEAT_MS = 2_000;
/** A process without a sign of life for this long is dead; also how long its entries stay in Redis. */
const LIFETIME_MS = 10_000;
const CHECK_MS = 1_000;
/** The field that holds the version of a process's entry, beside its people. */
const VERSION_FIELD = '#';

/** Who came to a process and who left, since the version before. */
interface ProcessChange {
  processId: string;
  version: number;
  online: string[];
  offline: string[];
}

/** What the processes tell each other about their people. */
export interface PresenceEvents {
  processChanged: (change: ProcessChange) => void;
  processAlive: (sign: { processId: string; version: number }) => void;
  processGone: (sign: { processId: string }) => void;
}

interface PresenceSyncOptions {
  redis: RedisConnection;
  /** The name of this process, which no other has. */
  processId: string;
  /** Sends to all other processes. */
  tell: PresenceEvents;
  /** Who of this process is online for others. */
  shared(): readonly string[];
  others: Pick<Directory, 'add' | 'remove' | 'replace' | 'drop'>;
  /** How long the people of a process that stopped may take to come back through another. */
  graceMs: number;
}

export interface PresenceSync {
  /** Somebody of this process is online for others, or no longer. */
  changed(userId: string, isOnline: boolean): void;
  /** What other processes told. */
  events: PresenceEvents;
  /** The other processes that live. */
  peers(): string[];
  /** Takes the people of this process out of Redis. */
  close(): Promise<void>;
}

/** Another process, as far as it is known here. */
interface Peer {
  /** Of its people as they are known; -1 before they are. */
  version: number;
  /** The newest version it told of. */
  toldVersion: number;
  /** On the monotonic clock. */
  heardAt: number;
  isReading: boolean;
}

const unknownPeer = (): Peer => ({ version: -1, toldVersion: -1, heardAt: 0, isReading: false });

/**
 * Keeps the people of all processes in step. Each process has one entry in Redis: its people and a version, which
 * expires unless it is renewed. Each change is written there first and then told, with its version. Who misses one
 * sees a gap in the versions, and reads the whole entry.
 */
export function createPresenceSync(options: PresenceSyncOptions): PresenceSync {
  const { redis, processId, tell, shared, others, graceMs } = options;
  const registryKey = `${redis.prefix}:processes`;
  const keyOf = (id: string) => `${redis.prefix}:presence:${id}`;
  const ownKey = keyOf(processId);
  const peers = new Map<string, Peer>();
  const leaving = new Set<NodeJS.Timeout>();
  let pending = new Map<string, boolean>();
  let gathering: NodeJS.Timeout | null = null;
  let version = 0;
  let checkedAt = performance.now();
  let isClosed = false;

  const isActive = () => !isClosed && redis.isUp();

  /** Runs what talks to Redis; when that fails, the next heartbeat or the next coming up sets it right. */
  async function attempt(task: () => Promise<unknown>): Promise<void> {
    if (!isActive()) return;
    try {
      await task();
    } catch {
      // Redis went away meanwhile: told by its link.
    }
  }

  const sayAlive = () => tell.processAlive({ processId, version });

  const writeAll = () =>
    attempt(async () => {
      pending = new Map();
      version += 1;
      const fields = Object.fromEntries(shared().map((userId) => [userId, '1']));
      const written = redis.commands
        .multi()
        .del(ownKey)
        .hset(ownKey, { [VERSION_FIELD]: version, ...fields })
        .pexpire(ownKey, LIFETIME_MS)
        .sadd(registryKey, processId)
        .exec();
      sayAlive();
      await written;
    });

  const writeChanges = () =>
    attempt(async () => {
      const [online, offline]: [string[], string[]] = [[], []];
      for (const [userId, isOnline] of pending) (isOnline ? online : offline).push(userId);
      pending = new Map();
      version += 1;
      const fields = Object.fromEntries(online.map((userId) => [userId, '1']));
      const batch = redis.commands
        .multi()
        .exists(ownKey)
        .hset(ownKey, { [VERSION_FIELD]: version, ...fields });
      if (offline.length > 0) batch.hdel(ownKey, ...offline);
      const written = batch.pexpire(ownKey, LIFETIME_MS).exec();
      // In the same breath: both lines keep their order, so who is told finds it written.
      tell.processChanged({ processId, version, online, offline });
      const results = await written;
      const existed = results?.[0]?.[1] === 1;
      if (!existed) await writeAll();
    });

  const beat = () =>
    attempt(async () => {
      sayAlive();
      const renewed = await redis.commands.pexpire(ownKey, LIFETIME_MS);
      if (renewed === 0) await writeAll();
    });

  function hear(id: string, toldVersion: number): Peer {
    const peer = peers.get(id) ?? unknownPeer();
    peers.set(id, peer);
    peer.heardAt = performance.now();
    peer.toldVersion = Math.max(peer.toldVersion, toldVersion);
    return peer;
  }

  /** Reads the whole entry of another process. */
  async function read(id: string, peer: Peer): Promise<void> {
    if (peer.isReading) return;
    const before = peer.version;
    peer.isReading = true;
    await attempt(async () => {
      const results = await redis.commands.multi().hgetall(keyOf(id)).pttl(keyOf(id)).exec();
      const entry = Object.entries(results?.[0]?.[1] ?? {}).map(([name, value]) => [name, String(value)]);
      const readVersion = Number(entry.find(([name]) => name === VERSION_FIELD)?.[1]);
      if (isClosed || !(readVersion > peer.version)) return;
      peer.version = readVersion;
      // What is left of its entry tells when it was last alive: one that is dead is not given a new life.
      const leftMs = Number(results?.[1]?.[1]);
      if (peer.heardAt === 0) peer.heardAt = performance.now() - LIFETIME_MS + Math.max(0, leftMs);
      peers.set(id, peer);
      others.replace(
        id,
        entry.flatMap(([name = VERSION_FIELD]) => (name === VERSION_FIELD ? [] : name)),
      );
    });
    peer.isReading = false;
    // A change was told meanwhile.
    if (peer.version > before && peer.version < peer.toldVersion) await read(id, peer);
  }

  /** Finds the processes that are there already. */
  const readAll = () =>
    attempt(async () => {
      const ids = await redis.commands.smembers(registryKey);
      for (const id of ids) {
        if (id === processId) continue;
        const peer = peers.get(id) ?? unknownPeer();
        await read(id, peer);
        if (!peers.has(id)) await redis.commands.srem(registryKey, id);
      }
    });

  function forget(id: string): void {
    peers.delete(id);
    others.drop(id);
  }

  function dropTheDead(): void {
    const now = performance.now();
    const isLate = now - checkedAt > 2 * CHECK_MS;
    checkedAt = now;
    // This process was held up itself: the signs of life may still wait to be read.
    if (isLate) return;
    for (const [id, { heardAt }] of peers) if (now - heardAt > LIFETIME_MS) forget(id);
  }

  redis.onReady(() => {
    void writeAll().then(readAll);
  });
  const beating = setInterval(() => void beat(), HEARTBEAT_MS).unref();
  const checking = setInterval(dropTheDead, CHECK_MS).unref();

  return {
    changed(userId, isOnline) {
      if (isClosed) return;
      pending.set(userId, isOnline);
      gathering ??= setTimeout(() => {
        gathering = null;
        void writeChanges();
      }, GATHER_MS);
    },
    events: {
      processChanged({ processId: id, version: next, online, offline }) {
        const peer = hear(id, next);
        if (next <= peer.version) return;
        if (next !== peer.version + 1) return void read(id, peer);
        peer.version = next;
        for (const userId of online) others.add(id, userId);
        for (const userId of offline) others.remove(id, userId);
      },
      processAlive({ processId: id, version: told }) {
        const peer = hear(id, told);
        if (told > peer.version) void read(id, peer);
      },
      processGone({ processId: id }) {
        const timer = setTimeout(() => {
          leaving.delete(timer);
          forget(id);
        }, graceMs);
        leaving.add(timer);
      },
    },
    peers: () => [...peers.keys()],
    async close() {
      clearInterval(beating);
      clearInterval(checking);
      if (gathering) clearTimeout(gathering);
      for (const timer of leaving) clearTimeout(timer);
      await attempt(async () => {
        isClosed = true;
        tell.processGone({ processId });
        await redis.commands.multi().del(ownKey).srem(registryKey, processId).exec();
      });
      isClosed = true;
    },
  };
}
