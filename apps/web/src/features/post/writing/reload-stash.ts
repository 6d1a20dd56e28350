import { type DBSchema, openDB } from 'idb';
import { randomId } from '../../../lib/random-id.ts';
import type { StashedPost } from './post-stash.ts';

/** A form on its way over a reload of this tab. Its words fit everywhere; a picture may be larger than that place. */
interface ReloadStash {
  userId: string;
  formKey: string;
  /** A picked picture is not in it. */
  typed: StashedPost;
  /** Where the picked picture lies; null when there is none. */
  pictureId: string | null;
}

interface PictureDb extends DBSchema {
  pictures: { key: string; value: { image: string; keptAt: number }; indexes: { keptAt: number } };
}

const KEY = 'safarnama-story';
const DB_NAME = 'safarnama-story';
/** Of a tab that was closed in between nobody asks again. */
const MAX_AGE_MS = 24 * 60 * 60 * 1_000;
/** Some browsers never answer when their storage is broken, and somebody waits for the page. */
const WRITE_TIMEOUT_MS = 3_000;

/**
 * Keeps a form over a reload, for this tab alone.
 *
 * @returns false when the browser does not keep it, or not all of it.
 */
export async function stashForReload(userId: string, formKey: string, typed: StashedPost): Promise<boolean> {
  const pictureId = typed.image.startsWith('data:') ? randomId() : null;
  const fields = pictureId === null ? typed : { ...typed, image: '' };
  try {
    sessionStorage.setItem(
      KEY,
      JSON.stringify({ userId, formKey, typed: fields, pictureId } satisfies ReloadStash),
    );
    return (
      pictureId === null || (await Promise.race([storePicture(pictureId, typed.image), failAfterTimeout()]))
    );
  } catch {
    return false;
  }
}

/** The form that was kept, when it is this person's and this one. */
export function readReloadStash(userId: string, formKey: string): ReloadStash | null {
  try {
    // Only `stashForReload` writes there.
    const stash = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ReloadStash | null;
    return stash?.userId === userId && stash.formKey === formKey ? stash : null;
  } catch {
    return null;
  }
}

/** The form stands again. */
export function clearReloadStash(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then nothing was kept, either.
  }
}

/** @returns the data URL of a kept picture; empty when it is gone. */
export async function readStashedPicture(pictureId: string): Promise<string> {
  const stash = await withPictures((db) => db.get('pictures', pictureId)).catch(() => undefined);
  return stash?.image ?? '';
}

export async function deleteStashedPicture(pictureId: string): Promise<void> {
  // One that stays is removed with the next.
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

/** Opened for each use: it is used once in a long time, and an open one would hold up a later version. */
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
