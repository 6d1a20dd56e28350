import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OutgoingMessage } from '../chat-types.ts';

/** What is kept of an unsent message: what it says and to whom, and whose it is. */
export interface OutboxRecord
  extends Pick<
    OutgoingMessage,
    'clientMessageId' | 'receiverId' | 'text' | 'image' | 'replyTo' | 'createdAt'
  > {
  /** Who wrote it: nobody else sends or sees it. */
  ownerId: string;
  /** What the server said when it refused; such a message waits for a person. */
  error?: string;
}

/**
 * `[writer, receiver, part]`: a picture is large and changes seldom, so it is not written with each key. `replyTo` is a
 * quote as JSON.
 */
export type DraftKey = [ownerId: string, userId: string, part: 'text' | 'image' | 'replyTo'];

interface ChatDb extends DBSchema {
  outbox: { key: string; value: OutboxRecord; indexes: { owner: string } };
  drafts: { key: DraftKey; value: string };
}

const NAME = 'safarnama-chat';
const VERSION = 1;
/** Some browsers never answer when their storage is broken: after so long it counts as none. */
const OPEN_TIMEOUT_MS = 10_000;

/** Outgoing messages and drafts of this device. */
export interface ChatStorage {
  /** The device has not taken it (a full disk, private windows of some browsers): it is in this tab's memory. */
  isInMemoryOnly: (clientMessageId: string) => boolean;
  /** Null when the device cannot be read. */
  listOutbox: (ownerId: string) => Promise<OutboxRecord[] | null>;
  /** Undefined when it is gone, null when the device cannot be read. */
  findOutgoing: (clientMessageId: string) => Promise<OutboxRecord | undefined | null>;
  putOutgoing: (record: OutboxRecord) => Promise<void>;
  removeOutgoing: (clientMessageId: string) => Promise<void>;
  listDrafts: (ownerId: string) => Promise<{ key: DraftKey; value: string }[]>;
  /** An empty value removes it. */
  putDraft: (key: DraftKey, value: string) => Promise<void>;
}

export function sortByCreatedAt<T extends Pick<OutgoingMessage, 'createdAt'>>(messages: readonly T[]): T[] {
  return messages.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

const ownerRange = (ownerId: string) => IDBKeyRange.bound([ownerId], [ownerId, []]);

/** Opens the storage when it is first used, and anew after the browser has closed it. */
export function createChatStorage(): ChatStorage {
  let opened: Promise<IDBPDatabase<ChatDb>> | null = null;
  /** What the device does not take: a picture when the disk is full, or everything. */
  const memory = new Map<string, OutboxRecord>();
  let isUsable = true;

  function open(): Promise<IDBPDatabase<ChatDb>> {
    opened ??= withTimeout(
      openDB<ChatDb>(NAME, VERSION, {
        upgrade(db) {
          db.createObjectStore('outbox', { keyPath: 'clientMessageId' }).createIndex('owner', 'ownerId');
          db.createObjectStore('drafts');
        },
        // A later version of the app in another tab must not wait for this one.
        blocking: () => void opened?.then((db) => db.close()).finally(clearConnection),
        terminated: clearConnection,
      }),
    );
    return opened;
  }

  function clearConnection(): void {
    opened = null;
  }

  /** Does it on the device; null when that cannot be done. */
  async function withDatabase<T>(work: (db: IDBPDatabase<ChatDb>) => Promise<T>): Promise<T | null> {
    if (!isUsable) return null;
    try {
      const db = await open();
      // A connection that the browser has closed in between is opened once more.
      return await work(db).catch(async () => {
        if (opened !== null) return null;
        return work(await open());
      });
    } catch {
      isUsable = false;
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
      if ((await withDatabase((db) => db.put('outbox', record))) === null) {
        memory.set(record.clientMessageId, record);
      }
    },

    async removeOutgoing(clientMessageId) {
      memory.delete(clientMessageId);
      await withDatabase((db) => db.delete('outbox', clientMessageId));
    },

    async listDrafts(ownerId) {
      const stored = await withDatabase(async (db) => {
        const { store } = db.transaction('drafts');
        const [keys, values] = await Promise.all([
          store.getAllKeys(ownerRange(ownerId)),
          store.getAll(ownerRange(ownerId)),
        ]);
        return keys.map((key, index) => ({ key, value: values[index] ?? '' }));
      });
      return stored ?? [];
    },

    async putDraft(key, value) {
      await withDatabase(async (db) => {
        if (value === '') await db.delete('drafts', key);
        else await db.put('drafts', value, key);
      });
    },
  };
}

/** @throws when it takes too long. */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The storage does not open')), OPEN_TIMEOUT_MS);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
