import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { model, Schema } from 'mongoose';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import type { ImageStorage } from './image-storage.js';

/** Storage key of the file that names the owner. No picture has it. */
export const OWNER_KEY = 'owner';

const DATABASE = 'database';

const storageOwnerSchema = new Schema({
  _id: { type: String, required: true },
  /** Random. The storage that belongs to this database has it in a file. */
  ownerId: { type: String, required: true },
});

/** Identifies this database in its storage; one document. */
export const StorageOwnerModel = model('StorageOwner', storageOwnerSchema);

/** Returns the id of this database; creates one when it has none. */
async function getOwnerId(): Promise<string> {
  for (;;) {
    const found = await StorageOwnerModel.findById(DATABASE).lean();
    if (found) return found.ownerId;
    await StorageOwnerModel.create({ _id: DATABASE, ownerId: randomUUID() }).catch((error: unknown) => {
      // Another process was faster.
      if (!isDuplicateKeyError(error, '_id')) throw error;
    });
  }
}

async function readOwnerFile(storage: ImageStorage): Promise<string | null> {
  const file = await storage.read(OWNER_KEY);
  return file && text(file.stream);
}

/** Whether the files of a storage belong to this database; false while one of them has no owner. Changes nothing. */
export async function isOwnStorage(storage: ImageStorage): Promise<boolean> {
  const owner = await StorageOwnerModel.findById(DATABASE).lean();
  return owner !== null && (await readOwnerFile(storage)) === owner.ownerId;
}

/**
 * Checks that the files of a storage belong to this database. A storage without an owner is assigned to it.
 *
 * @throws Error for the storage of another database, in which every file would seem to belong to no picture.
 */
export async function requireOwnStorage(storage: ImageStorage): Promise<void> {
  const ownerId = await getOwnerId();
  const found = await readOwnerFile(storage);
  if (found === null) return storage.write(OWNER_KEY, Buffer.from(ownerId));
  if (found === ownerId) return;
  throw new Error(
    `The picture storage belongs to another database, so its files were left alone. Check MONGODB_URI, DATA_DIR and STORAGE_URL. If this database has replaced the other one for good, delete the file "${OWNER_KEY}" in the storage.`,
  );
}
