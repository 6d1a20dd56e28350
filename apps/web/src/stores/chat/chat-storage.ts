import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { withTimeout } from '../../lib/with-timeout.ts';
import { type OutboxRecord, sortByCreatedAt } from './outbox/outgoing-message.ts';

/**
 * `[author, receiver, part]`. A picture is large and rarely changes, so it is not written with each keystroke.
 * `replyTo` is a quote and `story` an `AttachedStory`, both as JSON.
 */
export type DraftKey = [ownerId: string, userId: string, part: 'text' | 'image' | 'replyTo' | 'story'];

interface ChatDb extends DBSchema {
  outbox: { key: string; value: OutboxRecord; indexes: { owner: string } };
  drafts: { key: DraftKey; value: string };
}

const NAME = 'safarnama-chat';
const VERSION = 1;
/** Some browsers never respond when their storage is broken; after this time it counts as unavailable. */
const OPEN_TIMEOUT_MS = 10_000;

/** Outgoing messages and drafts on this device. */
export interface ChatStorage {
  /** True for a message that the device could not save (full disk, private window): only this tab's memory has it. */
  isInMemoryOnly: (clientMessageId: string) => boolean;
  /** Returns null when the device cannot be read. */
  listOutbox: (ownerId: string) => Promise<OutboxRecord[] | null>;
  /** Returns undefined when there is no such message, null when the device cannot be read. */
  findOutgoing: (clientMessageId: string) => Promise<OutboxRecord | undefined | null>;
  putOutgoing: (record: OutboxRecord) => Promise<void>;
  removeOutgoing: (clientMessageId: string) => Promise<void>;
  /** Returns null when the device cannot be read. */
  listDrafts: (ownerId: string) => Promise<{ key: DraftKey; value: string }[] | null>;
  /** An empty value removes the draft. */
  putDraft: (key: DraftKey, value: string) => Promise<boolean>;
}

const ownerRange = (ownerId: string) => IDBKeyRange.bound([ownerId], [ownerId, []]);

/** Opens the database at first use, and again after the browser has closed it. */
export function createChatStorage(): ChatStorage {
  let opening: Promise<IDBPDatabase<ChatDb>> | null = null;
  /** Until when an operation waits for the browser to open the database. */
  let openDeadline = 0;
  /**
   * Messages that the device could not save: for example a large picture on a full disk, or all messages without
   * storage.
   */
  const memory = new Map<string, OutboxRecord>();

  function startOpening(): Promise<IDBPDatabase<ChatDb>> {
    openDeadline = performance.now() + OPEN_TIMEOUT_MS;
    const connection = openDB<ChatDb>(NAME, VERSION, {
      upgrade(db) {
        db.createObjectStore('outbox', { keyPath: 'clientMessageId' }).createIndex('owner', 'ownerId');
        db.createObjectStore('drafts');
      },
      // Closes the connection for another tab that wants to upgrade or delete the database.
      blocking(_version, _blockedVersion, event) {
        (event.target as IDBDatabase).close();
        clearConnection();
      },
      terminated: clearConnection,
    });
    connection.catch(clearConnection);
    return connection;
  }

  function clearConnection(): void {
    opening = null;
  }

  /** @throws when the browser rejects, or does not respond in time. The next call tries again. */
  function open(): Promise<IDBPDatabase<ChatDb>> {
    opening ??= startOpening();
    return withTimeout(opening, Math.max(0, openDeadline - performance.now()));
  }

  /** Returns null when the database cannot be used. */
  async function withDatabase<T>(work: (db: IDBPDatabase<ChatDb>) => Promise<T>): Promise<T | null> {
    try {
      const db = await open();
      return await work(db).catch(async () => {
        // After the browser has closed the connection, there is another one.
        const current = await open();
        return current === db ? null : work(current);
      });
    } catch {
      return null;
    }
  }

  return {
    isInMemoryOnly: (clientMessageId) => memory.has(clientMessageId),

    async listOutbox(ownerId) {
      const stored = await withDatabase((db) => db.getAllFromIndex('outbox', 'owner', ownerId));
      if (stored === null) return null;
      const inMemory = [...memory.values()].filter((record) => record.ownerId === ownerId);
      return sortByCreatedAt([...stored, ...inMemory]);
    },

    async findOutgoing(clientMessageId) {
      return memory.get(clientMessageId) ?? (await withDatabase((db) => db.get('outbox', clientMessageId)));
    },

    async putOutgoing(record) {
      const id = record.clientMessageId;
      if ((await withDatabase((db) => db.put('outbox', record))) === null) memory.set(id, record);
      else memory.delete(id);
    },

    async removeOutgoing(clientMessageId) {
      memory.delete(clientMessageId);
      await withDatabase((db) => db.delete('outbox', clientMessageId));
    },

    listDrafts: (ownerId) =>
      withDatabase(async (db) => {
        const { store } = db.transaction('drafts');
        const [keys, values] = await Promise.all([
          store.getAllKeys(ownerRange(ownerId)),
          store.getAll(ownerRange(ownerId)),
        ]);
        return keys.map((key, index) => ({ key, value: values[index] ?? '' }));
      }),

    async putDraft(key, value) {
      const result = await withDatabase(async (db) => {
        if (value === '') await db.delete('drafts', key);
        else await db.put('drafts', value, key);
        return 'written';
      });
      return result !== null;
    },
  };
}
