import { stat } from 'node:fs/promises';
import mongoose from 'mongoose';
import { storePepperCheck } from '../auth/pepper-check.js';
import type { Settings } from '../config/env.js';
import { prepareDatabase } from '../config/mongo.js';
import type { AnyModel } from '../lib/any-model.js';
import type { ImageStorage } from '../media/image-storage.js';
import { StorageOwnerModel } from '../media/storage-owner.js';
import { MIGRATIONS } from '../migrations/all-migrations.js';
import { MigrationModel, RESTORE_ROW_ID } from '../migrations/migration.model.js';
import type { Manifest, RawDocument } from './archive-format.js';
import { BACKED_UP_MODELS, EXCLUDED_MODELS } from './archived-models.js';
import { BackupError } from './backup-error.js';
import { installPepper, requireMatchingPepper, requireWritableSecrets } from './pepper.js';
import { readArchive } from './read-archive.js';

interface RestoreOptions {
  file: string;
  /** Deletes everything in the database first. */
  replace: boolean;
  storage: ImageStorage;
  settings: Pick<Settings, 'dataDir' | 'passwordPepper'>;
  signal?: AbortSignal;
  /** Receives short progress messages. */
  onProgress?(text: string): void;
}

/** Documents per insert. */
const BATCH_SIZE = 500;
const NAMESPACE_NOT_FOUND = 26;

const modelsByCollection = new Map<string, AnyModel>(
  BACKED_UP_MODELS.map((model) => [model.collection.name, model]),
);

/** Validates a whole archive before anything is changed. */
async function checkArchive(options: RestoreOptions): Promise<{ manifest: Manifest; pepper: string }> {
  const { file, signal, onProgress } = options;
  let pepper = '';
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  const manifest = await readArchive(file, {
    ...(signal ? { signal } : {}),
    onProgress: (bytes) => onProgress?.(`checking, ${Math.floor((bytes / size) * 100)} %`),
    visitor: {
      pepper(secret) {
        pepper = secret;
      },
    },
  });
  const unknown = [
    ...Object.keys(manifest.collections).filter((name) => !modelsByCollection.has(name)),
    ...manifest.migrations.filter((name) => !MIGRATIONS.some((migration) => migration.name === name)),
  ];
  if (unknown.length > 0) {
    throw new BackupError(
      `${file} was created by a newer version (${manifest.product}), which uses ${unknown.join(', ')}. Restore it with that version.`,
    );
  }
  requireMatchingPepper(options.settings, pepper);
  await requireWritableSecrets(options.settings, pepper);
  return { manifest, pepper };
}

/** @throws BackupError when the database is not empty and `replace` is not set. */
async function requireEmpty({ replace }: RestoreOptions): Promise<void> {
  if (replace || (await MigrationModel.exists({ _id: RESTORE_ROW_ID }))) return;
  const counts: string[] = [];
  for (const model of BACKED_UP_MODELS) {
    const count = await model.collection.countDocuments();
    if (count > 0) counts.push(`${count} ${model.collection.name}`);
  }
  if (counts.length === 0) return;
  throw new BackupError(
    `The database is not empty (${counts.join(', ')}). Add --replace to delete everything in it and restore the backup.`,
  );
}

/** Ignores the error of older servers that the collection to drop does not exist; rethrows any other. */
function ignoreMissingCollection(error: unknown): void {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== NAMESPACE_NOT_FOUND) throw error;
}

async function clearDatabase(): Promise<void> {
  for (const model of [...BACKED_UP_MODELS, ...EXCLUDED_MODELS]) {
    // The storage still belongs to this database.
    if (model === StorageOwnerModel) continue;
    if (model === MigrationModel) await model.deleteMany({ _id: mongoose.trusted({ $ne: RESTORE_ROW_ID }) });
    else await model.collection.drop().catch(ignoreMissingCollection);
  }
  // Creates collections and indexes as the current models define them.
  await prepareDatabase();
}

/** Inserts the documents of a collection in batches. */
function createInserter() {
  let batch: RawDocument[] = [];
  async function flush(collection: string): Promise<void> {
    if (batch.length > 0)
      await modelsByCollection.get(collection)?.collection.insertMany(batch as mongoose.mongo.Document[]);
    batch = [];
  }
  return {
    flush,
    async add(collection: string, document: RawDocument): Promise<void> {
      batch.push(document);
      if (batch.length === BATCH_SIZE) await flush(collection);
    },
  };
}

/**
 * Restores a backup into the database and the storage; with `replace`, deletes the content of the database first. The
 * database is not changed before the whole archive has been validated. A row marks the restore as unfinished until it
 * ends, and the product refuses to start until then. Requires an open mongoose connection and exclusive use of the
 * database.
 *
 * @returns the manifest. The caller still has to run the migrations that it does not list.
 * @throws BackupError for an unusable archive, or a database that is not empty without `replace`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { file, storage, settings, signal, onProgress } = options;
  await requireEmpty(options);
  const { manifest, pepper } = await checkArchive(options);
  await MigrationModel.updateOne(
    { _id: RESTORE_ROW_ID },
    { $set: { isGentle: false, startedAt: new Date() } },
    { upsert: true },
  );
  await clearDatabase();
  const inserter = createInserter();
  const done = { documents: 0, pictures: 0 };
  await readArchive(file, {
    ...(signal ? { signal } : {}),
    visitor: {
      async document(collection, document) {
        signal?.throwIfAborted();
        await inserter.add(collection, document);
        done.documents += 1;
        if (done.documents % 100 === 0) onProgress?.(`${done.documents} documents`);
      },
      collectionEnd: inserter.flush,
      async picture(key, bytes) {
        signal?.throwIfAborted();
        await storage.write(key, bytes);
        done.pictures += 1;
        onProgress?.(`${done.pictures} picture files`);
      },
    },
  });
  await installPepper(settings, pepper);
  await storePepperCheck(pepper);
  const now = new Date();
  for (const name of manifest.migrations) {
    const isGentle = MIGRATIONS.find((migration) => migration.name === name)?.isBackwardCompatible ?? true;
    await MigrationModel.create({ _id: name, isGentle, startedAt: now, finishedAt: now });
  }
  await MigrationModel.deleteOne({ _id: RESTORE_ROW_ID });
  return manifest;
}
