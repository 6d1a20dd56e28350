import { type DBSchema, openDB } from 'idb';
import { randomId } from '../../../lib/random-id.ts';
import type { StashedPost } from './post-stash.ts';

/** A form saved in sessionStorage. A picked picture may exceed its quota and goes to IndexedDB. */
interface ReloadStash {
  userId: string;
  formKey: string;
  /** The field values, without a picked picture. */
  typed: StashedPost;
  /** Key of the picked picture in IndexedDB; null without one. */
  pictureId: string | null;
}

interface PictureDb extends DBSchema {
  pictures: { key: string; value: { image: string; keptAt: number }; indexes: { keptAt: number } };
}

const KEY = 'safarnama-story';
const DB_NAME = 'safarnama-story';
/** Older pictures belong to tabs that were closed before they restored their form. */
const MAX_AGE_MS = 24 * 60 * 60 * 1_000;
/** Some browsers never settle a request when their storage is broken, and the user is waiting for the reload. */
const WRITE_TIMEOUT_MS = 3_000;

/**
 * Saves a form across a reload of this tab.
 *
 * @returns false when the browser could not store all of it.
 */
export async function stashForReload(userId: string, formKey: string, values: StashedPost): Promise<boolean> {
  const pictureId = values.image.startsWith('data:') ? randomId() : null;
  const typed = pictureId === null ? values : { ...values, image: '' };
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, formKey, typed, pictureId } satisfies ReloadStash));
    return (
      pictureId === null || (await Promise.race([storePicture(pictureId, values.image), failAfterTimeout()]))
    );
  } catch {
    return false;
  }
}

/** Returns the saved form; null when there is none for this user and form. */
export function readReloadStash(userId: string, formKey: string): ReloadStash | null {
  try {
    // Only `stashForReload` writes this key.
    const stash = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ReloadStash | null;
    return stash?.userId === userId && stash.formKey === formKey ? stash : null;
  } catch {
    return null;
  }
}

export function clearReloadStash(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without sessionStorage nothing was saved.
  }
}

/** @returns the data URL of a saved picture; empty when it is missing. */
export async function readStashedPicture(pictureId: string): Promise<string> {
  const picture = await withPictures((db) => db.get('pictures', pictureId)).catch(() => undefined);
  return picture?.image ?? '';
}

export async function deleteStashedPicture(pictureId: string): Promise<void> {
  // After a failure, `storePicture` deletes the picture once it has expired.
  await withPictures((db) => db.delete('pictures', pictureId)).catch(() => undefined);
}

async function failAfterTimeout(): Promise<false> {
  await new Promise((resolve) => setTimeout(resolve, WRITE_TIMEOUT_MS));
  return false;
}

function storePicture(pictureId: string, image: string): Promise<boolean> {
  const now = Date.now();
  return withPictures(async (db) => {
    const { store, done } = db.transaction('pictures', 'readwrite');
    const expiredKeys = await store.index('keptAt').getAllKeys(IDBKeyRange.upperBound(now - MAX_AGE_MS));
    await Promise.all([
      ...expiredKeys.map((key) => store.delete(key)),
      store.put({ image, keptAt: now }, pictureId),
    ]);
    await done;
    return true;
  });
}

/** Opens the database for one operation only, since an open connection would block an upgrade in another tab. */
async function withPictures<T>(
  operation: (db: Awaited<ReturnType<typeof openPictures>>) => Promise<T>,
): Promise<T> {
  const db = await openPictures();
  try {
    return await operation(db);
  } finally {
    db.close();
  }
}

function openPictures() {
  return openDB<PictureDb>(DB_NAME, 1, {
    upgrade(db) {
      db.createObjectStore('pictures').createIndex('keptAt', 'keptAt');
    },
  });
}
