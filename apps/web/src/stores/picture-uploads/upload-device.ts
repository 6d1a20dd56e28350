import { readBytes } from '../../lib/read-image.ts';
import { readDraftDb, withDraftDb } from '../story-draft/draft-db.ts';
import type { UploadRecord } from './upload-record.ts';

/** Storing or reading a picture of several megabytes takes time on a slow device. */
const FILE_TIMEOUT_MS = 30_000;

/** Uploads of all users of this device; each call reads or writes the uploads of one user only. */
export interface UploadDevice {
  /** @returns false when the device could not store the picture. */
  put: (record: UploadRecord, file: Blob) => Promise<boolean>;
  /** Changes fields of a stored record; does nothing if there is none. */
  update: (userId: string, id: string, change: Partial<UploadRecord>) => Promise<void>;
  /** Returns null when the upload is not on this device, or the device cannot be read. */
  get: (userId: string, id: string) => Promise<{ record: UploadRecord; file: Blob } | null>;
  /** The uploads of a draft, without their files; none if the device cannot be read. */
  list: (userId: string, draftKey: string) => Promise<UploadRecord[]>;
  remove: (userId: string, id: string) => Promise<void>;
}

export const uploadDevice: UploadDevice = {
  async put(record, file) {
    try {
      // Bytes instead of a Blob, which some browsers do not store in private windows.
      const bytes = await readBytes(file);
      await withDraftDb(async (db) => {
        const id: [string, string] = [record.userId, record.id];
        const transaction = db.transaction(['uploads', 'files'], 'readwrite');
        await Promise.all([
          transaction.objectStore('uploads').put(record, id),
          transaction.objectStore('files').put(bytes, id),
          transaction.done,
        ]);
      }, FILE_TIMEOUT_MS);
      return true;
    } catch {
      return false;
    }
  },

  async update(userId, id, change) {
    await withDraftDb(async (db) => {
      const { store, done } = db.transaction('uploads', 'readwrite');
      const record = await store.get([userId, id]);
      if (record) await store.put({ ...record, ...change }, [userId, id]);
      await done;
    }).catch(() => undefined);
  },

  async get(userId, id) {
    try {
      return await readDraftDb(async (db) => {
        const [record, bytes] = await Promise.all([
          db.get('uploads', [userId, id]),
          db.get('files', [userId, id]),
        ]);
        return record && bytes ? { record, file: new Blob([bytes], { type: record.type }) } : null;
      }, FILE_TIMEOUT_MS);
    } catch {
      return null;
    }
  },

  list: (userId, draftKey) =>
    readDraftDb((db) => db.getAllFromIndex('uploads', 'draft', [userId, draftKey])).catch(() => []),

  async remove(userId, id) {
    await withDraftDb((db) =>
      Promise.all([db.delete('uploads', [userId, id]), db.delete('files', [userId, id])]),
    ).catch(() => undefined);
  },
};
