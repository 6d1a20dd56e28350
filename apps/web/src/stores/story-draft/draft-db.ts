import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { UploadRecord } from '../picture-uploads/upload-record.ts';
import type { DraftRecord } from './draft-record.ts';

export type RecordKey = [userId: string, key: string];

interface DraftDb extends DBSchema {
  /** A chosen picture is stored separately, since it is large and rarely changes. */
  drafts: { key: RecordKey; value: DraftRecord };
  /** Data URLs. */
  pictures: { key: RecordKey; value: string };
  /** Pictures in the text that are not uploaded yet, or that the server's draft does not contain yet. */
  uploads: { key: RecordKey; value: UploadRecord; indexes: { draft: RecordKey } };
  /** Files of the uploads, separate from the records, which change more often. */
  files: { key: RecordKey; value: ArrayBuffer };
}

export const DRAFT_DB_NAME = 'safarnama-story';
/** Version 1 stored only pictures, for a reload; version 2 had no pictures in the text. */
const VERSION = 3;
/** Some browsers never settle a request when their storage is broken. */
const TIMEOUT_MS = 5_000;

/** Opens the database for one operation only, since an open connection would block an upgrade in another tab. */
export async function withDraftDb<T>(
  operation: (db: IDBPDatabase<DraftDb>) => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const opening = openDrafts();
  try {
    const db = await withTimeout(opening, timeoutMs);
    return await withTimeout(operation(db), timeoutMs);
  } finally {
    // A database that opens only after the timeout is closed then.
    void opening.then(
      (db) => db.close(),
      () => undefined,
    );
  }
}

/**
 * Like `withDraftDb`, but tries twice: a browser may close the storage during the first attempt. For reads only. Both
 * attempts together take at most `timeoutMs`.
 */
export function readDraftDb<T>(
  operation: (db: IDBPDatabase<DraftDb>) => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  const attempt = () => withDraftDb(operation, Math.max(0, deadline - performance.now()));
  return attempt().catch(attempt);
}

function openDrafts() {
  return openDB<DraftDb>(DRAFT_DB_NAME, VERSION, {
    upgrade(db, oldVersion) {
      if (oldVersion === 1) db.deleteObjectStore('pictures');
      if (oldVersion < 2) {
        db.createObjectStore('drafts');
        db.createObjectStore('pictures');
      }
      db.createObjectStore('uploads').createIndex('draft', ['userId', 'draftKey']);
      db.createObjectStore('files');
    },
  });
}
