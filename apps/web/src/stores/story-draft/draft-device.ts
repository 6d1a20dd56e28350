import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { withTimeout } from '../../lib/with-timeout.ts';
import { type DraftRecord, toFields } from './draft-record.ts';

type RecordKey = [userId: string, key: string];

interface DraftDb extends DBSchema {
  /** A picked picture is stored apart: it is large and rarely changes. */
  drafts: { key: RecordKey; value: DraftRecord };
  /** Data URLs. */
  pictures: { key: RecordKey; value: string };
}

export const DRAFT_DB_NAME = 'safarnama-story';
/** Version 1 held pictures across a reload. */
const VERSION = 2;
/** Some browsers never settle a request when their storage is broken. */
const TIMEOUT_MS = 5_000;

/** Story drafts of all users of this device; each call reads or writes those of one user only. */
export interface DraftDevice {
  /** @returns false when the device could not store all of it. */
  put: (record: DraftRecord) => Promise<boolean>;
  /** Null when there is none or the device cannot be read. */
  get: (userId: string, key: string) => Promise<DraftRecord | null>;
  list: (userId: string) => Promise<DraftRecord[]>;
  remove: (userId: string, key: string) => Promise<void>;
}

export function createDraftDevice(): DraftDevice {
  /** The picture that was written last for each draft. */
  const writtenPictures = new Map<string, string>();

  return {
    async put(record) {
      const { userId, key, fields } = record;
      const id: RecordKey = [userId, key];
      const picture = fields.image.startsWith('data:') ? fields.image : '';
      const words = picture === '' ? record : withoutPictures(record);
      const isPictureNew = (writtenPictures.get(key) ?? '') !== picture;
      try {
        // Two transactions: when the picture does not fit on a full device, the words are stored nevertheless.
        await withDatabase((db) => db.put('drafts', words, id));
        if (!isPictureNew) return true;
        await withDatabase(async (db) => {
          if (picture === '') await db.delete('pictures', id);
          else await db.put('pictures', picture, id);
        });
        writtenPictures.set(key, picture);
        return true;
      } catch {
        return false;
      }
    },

    async get(userId, key) {
      try {
        return await withDatabase(async (db) => {
          const [record, picture] = await Promise.all([
            db.get('drafts', [userId, key]),
            db.get('pictures', [userId, key]),
          ]);
          if (!record) return null;
          writtenPictures.set(key, picture ?? '');
          const complete = withDefaults(record);
          return picture === undefined ? complete : withPicture(complete, picture);
        });
      } catch {
        return null;
      }
    },

    async list(userId) {
      const range = IDBKeyRange.bound([userId], [userId, []]);
      const records = await withDatabase((db) => db.getAll('drafts', range)).catch(() => []);
      return records.map(withDefaults);
    },

    async remove(userId, key) {
      writtenPictures.delete(key);
      await withDatabase((db) =>
        Promise.all([db.delete('drafts', [userId, key]), db.delete('pictures', [userId, key])]),
      ).catch(() => undefined);
    },
  };
}

/** Fills in fields that earlier versions of the app did not store. */
function withDefaults(record: DraftRecord): DraftRecord {
  return { ...record, fields: { ...toFields(null), ...record.fields } };
}

/** Stands for the picture in `pictures`. */
const PICTURE = 'data:';

function withoutPictures(record: DraftRecord): DraftRecord {
  const savedImage = record.savedImage === record.fields.image ? PICTURE : record.savedImage;
  return { ...record, savedImage, fields: { ...record.fields, image: PICTURE } };
}

function withPicture(record: DraftRecord, picture: string): DraftRecord {
  if (record.fields.image !== PICTURE) return record;
  const savedImage = record.savedImage === PICTURE ? picture : record.savedImage;
  return { ...record, savedImage, fields: { ...record.fields, image: picture } };
}

/** Opens the database for one operation only, since an open connection would block an upgrade in another tab. */
async function withDatabase<T>(operation: (db: IDBPDatabase<DraftDb>) => Promise<T>): Promise<T> {
  const db = await withTimeout(openDrafts(), TIMEOUT_MS);
  try {
    return await withTimeout(operation(db), TIMEOUT_MS);
  } finally {
    db.close();
  }
}

function openDrafts() {
  return openDB<DraftDb>(DRAFT_DB_NAME, VERSION, {
    upgrade(db, oldVersion) {
      if (oldVersion === 1) db.deleteObjectStore('pictures');
      db.createObjectStore('drafts');
      db.createObjectStore('pictures');
    },
  });
}
