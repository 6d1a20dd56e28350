import type { Connection } from 'mongoose';
import type { RedisConnection } from './redis.js';

/**
 * The collections that cached reads may depend on, with the fields that name the users for whom a document is read: by
 * one id, or several separated by a colon. A write that names its users in these fields, as every frequent write does,
 * changes only the versions of these users. Without such fields, the collection has one version.
 */
const USER_FIELDS = {
  posts: [],
  users: [],
  likedorders: [],
  likes: ['userId'],
  bookmarks: ['userId'],
  blocks: ['blockerId', 'blockedId'],
  conversations: ['key'],
  messages: ['conversation'],
  messagechanges: ['conversation'],
} as const;
export type VersionedCollection = keyof typeof USER_FIELDS;
export const VERSIONED_COLLECTIONS = Object.keys(USER_FIELDS);

/** What a read depends on. */
export interface ReadScope {
  /** All collections that are read. */
  collections: readonly VersionedCollection[];
  /** The user whose documents are read; null for a read that is the same for all users. */
  userId: string | null;
}

/** What a write may have changed. */
export interface WriteScope {
  collection: VersionedCollection;
  /** Users whose documents were written; null for any document of the collection. */
  userIds: readonly string[] | null;
}

/** Methods of a collection that change no document. All others count as writes, unknown ones included. */
export const READ_METHODS: ReadonlySet<string> = new Set([
  'find',
  'findOne',
  'aggregate',
  'countDocuments',
  'distinct',
]);
const USER_ID = /^[0-9a-f]{24}$/;
/** Users share versions, which limits their number. A shared version only changes more often. */
const MAX_USER_VERSIONS = 4_096;

/** The events of mongoose around each call of a collection's method. */
interface OperationEvent {
  /** The same object at the start and at the end. */
  _id: object;
  collectionName: string;
  method: string;
  params: readonly unknown[];
}

export function isVersioned(name: string): name is VersionedCollection {
  return name in USER_FIELDS;
}

/** @param fields - a document or a filter. */
function findUserIds(collection: VersionedCollection, fields: unknown): string[] | null {
  const ids = USER_FIELDS[collection].flatMap((name) => String(Reflect.get(Object(fields), name)).split(':'));
  return ids.length > 0 && ids.every((id) => USER_ID.test(id)) ? ids : null;
}

/** @param target - the first argument of the method: a document, several, or a filter. */
function scopeOf(collection: VersionedCollection, target: unknown): WriteScope {
  const userIds = (Array.isArray(target) ? target : [target]).map((each) => findUserIds(collection, each));
  const isKnown = userIds.length > 0 && !userIds.includes(null);
  return { collection, userIds: isKnown ? userIds.flatMap((ids) => ids ?? []) : null };
}

const userVersionOf = (userId: string) => `user ${Number.parseInt(userId.slice(-6), 16) % MAX_USER_VERSIONS}`;

/** Returns the names of the versions that a write raises. */
const versionsOf = ({ collection, userIds }: WriteScope): readonly string[] =>
  userIds?.map(userVersionOf) ?? [collection];

/**
 * Versions of the stored documents, raised by every write of this process and, through Redis, of others:
 * docs/decisions/029-cached-responses.md. They are raised here, by the events of mongoose, so that no service has to
 * raise them.
 *
 * @param redis - null for a single process.
 */
export function createWriteVersions(
  connection: Connection,
  redis: Pick<RedisConnection, 'isUp' | 'flush'> | null,
) {
  const versions = new Map<string, { version: number; running: number }>();
  const running = new Map<object, WriteScope>();
  const listeners: ((scope: WriteScope) => void)[] = [];
  /** Part of every sum: raising it has the effect of raising all versions. */
  let epoch = 0;
  let isAnnounced = true;
  let announcement: Promise<void> | undefined;

  function ensure(name: string) {
    let found = versions.get(name);
    if (!found) {
      found = { version: 0, running: 0 };
      versions.set(name, found);
    }
    return found;
  }

  function begin({ _id, collectionName, method, params }: OperationEvent): void {
    if (!isVersioned(collectionName) || READ_METHODS.has(method)) return;
    const scope = scopeOf(collectionName, params[0]);
    running.set(_id, scope);
    for (const name of versionsOf(scope)) ensure(name).running += 1;
  }

  function end({ _id }: Pick<OperationEvent, '_id'>): void {
    const scope = running.get(_id);
    if (!scope) return;
    running.delete(_id);
    for (const name of versionsOf(scope)) ensure(name).running -= 1;
    raise(scope);
    isAnnounced = false;
    for (const announce of listeners) announce(scope);
  }

  function raise(scope: WriteScope): void {
    for (const name of versionsOf(scope)) ensure(name).version += 1;
  }

  connection.on('operation-start', begin);
  connection.on('operation-end', end);

  return {
    /**
     * Returns the sum of the versions that a read depends on. It changes with each of them.
     *
     * @returns null when results must not be cached: during a write, and while other processes cannot announce theirs.
     */
    sumOf({ collections, userId }: ReadScope): number | null {
      if (redis?.isUp() === false) return null;
      let sum = epoch;
      for (const name of userId === null ? collections : [...collections, userVersionOf(userId)]) {
        const found = versions.get(name);
        if (found?.running) return null;
        sum += found?.version ?? 0;
      }
      return sum;
    },

    /** Applies a write of another process. */
    raise,

    /** Call it when writes of other processes may have been missed. */
    raiseAll(): void {
      epoch += 1;
    },

    /** Calls the listener with each write of this process, before the caller gets its result. */
    onWrite(listener: (scope: WriteScope) => void): void {
      listeners.push(listener);
    },

    /** Resolves once Redis has announced the writes so far to the other processes. */
    async whenAnnounced(): Promise<void> {
      if (!redis) return;
      if (!isAnnounced) {
        isAnnounced = true;
        announcement = redis.flush();
      }
      await announcement;
    },

    close(): void {
      connection.off('operation-start', begin);
      connection.off('operation-end', end);
    },
  };
}
export type WriteVersions = ReturnType<typeof createWriteVersions>;
