import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { AnyModel } from '../lib/any-model.js';
import { flushToDisk } from '../lib/flush-to-disk.js';
import type { ImageStorage } from '../media/image-storage.js';
import { BlobModel } from '../media/media.model.js';
import { fileKey } from '../media/storage-key.js';
import { isOwnStorage, OWNER_KEY } from '../media/storage-owner.js';
import { listFinishedMigrations } from '../migrations/run-migrations.js';
import {
  documentsEntry,
  FORMAT,
  HEAD,
  type Head,
  MANIFEST,
  type Manifest,
  PEPPER,
  type PicturesSummary,
  parseDocument,
  pictureEntry,
  pictureLine,
} from './archive-format.js';
import { BACKED_UP_MODELS } from './archived-models.js';
import { BackupError } from './backup-error.js';
import { collectDocuments } from './collect-documents.js';
import { type ArchiveWriter, createArchiveWriter, openSpool, type Spool } from './write-archive.js';

interface BackupOptions {
  /** Target path. The file appears only when it is complete. */
  file: string;
  /** Replaces an existing file. */
  force: boolean;
  storage: ImageStorage;
  passwordPepper: string;
  /** Version of the product that creates the backup. */
  product: string;
  signal?: AbortSignal;
  /** Receives short progress messages. */
  onProgress?(text: string): void;
}

interface BackupResult {
  manifest: Manifest;
  /** Number of pictures that records refer to but that are not in the storage. */
  missingPictures: number;
}

const hasCode = (error: unknown, ...codes: string[]) =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

const fileExistsError = (file: string) =>
  new BackupError(`${file} already exists. Choose another name, or add --force to replace it.`);

/** Name of the folder in which a backup is assembled. */
const WORK_FOLDER = /^\..+\.partial-(\d+)$/;
/** A backup in another container may run under an id that is unknown here, but it writes at least this often. */
const ABANDONED_MS = 12 * 3_600_000;

/** Whether nothing in a folder has been written for a long time. */
async function isAbandoned(folder: string): Promise<boolean> {
  const paths = [folder, ...(await readdir(folder)).map((name) => path.join(folder, name))];
  const times = await Promise.all(paths.map(async (each) => (await stat(each)).mtimeMs));
  return Date.now() - Math.max(...times) > ABANDONED_MS;
}

/** Whether another process has this id. In a container, a killed run usually had the same id as this process. */
function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * Creates a folder beside the target, so that the finished archive can be moved. Removes folders of killed runs, also
 * of those with another target, such as the backup of the night before.
 */
async function createWorkFolder(file: string): Promise<string> {
  const prefix = `.${path.basename(file)}.partial-`;
  const folder = path.dirname(file);
  try {
    for (const name of await readdir(folder)) {
      const [, pid] = WORK_FOLDER.exec(name) ?? [];
      if (pid === undefined || isOtherProcess(Number(pid))) continue;
      const leftover = path.join(folder, name);
      if (name.startsWith(prefix) || (await isAbandoned(leftover)))
        await rm(leftover, { recursive: true, force: true });
    }
    const workFolder = path.join(folder, `${prefix}${process.pid}`);
    await mkdir(workFolder, { mode: 0o700 });
    return workFolder;
  } catch (error) {
    if (hasCode(error, 'ENOENT'))
      throw new BackupError(`The folder ${folder} does not exist. Create it first.`);
    if (hasCode(error, 'EACCES', 'EROFS')) throw new BackupError(`The folder ${folder} is not writable.`);
    throw error;
  }
}

/** Moves the finished file to its target after flushing it to disk. */
async function moveIntoPlace(finished: string, file: string, force: boolean): Promise<void> {
  await flushToDisk(finished);
  if (force) {
    await rename(finished, file);
  } else {
    // Fails if the file was created in the meantime.
    await link(finished, file).catch(async (error: unknown) => {
      if (hasCode(error, 'EEXIST') || existsSync(file)) throw fileExistsError(file);
      // The file system does not support hard links.
      await rename(finished, file);
    });
  }
  await flushToDisk(path.dirname(file));
}

/** Opens a spool for each archived collection. */
function openSpools(folder: string): Map<AnyModel, Spool> {
  return new Map(
    BACKED_UP_MODELS.map((model) => [
      model,
      openSpool(path.join(folder, `${model.collection.name}.jsonl.gz`)),
    ]),
  );
}

/** Yields the storage keys of the collected pictures. */
async function* readPictureKeys(blobs: string): AsyncGenerator<string> {
  // Blobs consist of ids, numbers and base64: they contain no other line separators that `readline` recognizes.
  for await (const line of createInterface({ input: createReadStream(blobs).pipe(createGunzip()) })) {
    const blob = parseDocument(line);
    for (const width of blob.widths) yield fileKey(String(blob.fileId), Number(width));
  }
}

async function readPicture(storage: ImageStorage, key: string): Promise<Buffer | null> {
  const file = await storage.read(key);
  return file && buffer(file.stream);
}

/**
 * Rejects a storage that lacks pictures if it may be another site's: a nightly job accepts lost pictures, and would in
 * time delete the backups that contain them.
 *
 * @throws BackupError when the storage is not known to belong to the database.
 */
async function requireStorageOfSite(storage: ImageStorage): Promise<void> {
  if (await isOwnStorage(storage)) return;
  throw new BackupError(
    'The picture storage lacks pictures of this site, and is not known to belong to it. Set DATA_DIR or STORAGE_URL as ' +
      `for the product. If it is the right one, start the product, which adds the file "${OWNER_KEY}" to it within ten ` +
      'minutes; a file of this name that belongs to a former database has to be deleted first.',
  );
}

async function addPictures(
  archive: ArchiveWriter,
  blobs: string,
  { storage, signal, onProgress }: BackupOptions,
): Promise<PicturesSummary & { missing: number }> {
  const listHash = createHash('sha256');
  const totals = { files: 0, bytes: 0, missing: 0 };
  for await (const key of readPictureKeys(blobs)) {
    signal?.throwIfAborted();
    const bytes = await readPicture(storage, key);
    if (!bytes) {
      if (totals.missing === 0) await requireStorageOfSite(storage);
      totals.missing += 1;
      continue;
    }
    await archive.addBytes(pictureEntry(key), bytes);
    listHash.update(pictureLine(createHash('sha256').update(bytes).digest('hex'), key));
    totals.files += 1;
    totals.bytes += bytes.length;
    onProgress?.(`${totals.files} picture files`);
  }
  return { ...totals, sha256: listHash.digest('hex') };
}

const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function writeArchive(folder: string, finished: string, options: BackupOptions): Promise<BackupResult> {
  const { passwordPepper, product, signal, onProgress } = options;
  const createdAt = new Date();
  const head: Head = { format: FORMAT, product, createdAt: createdAt.toISOString() };
  // Read before the documents: a migration that finishes in the meantime runs again after a restore, which is safe.
  const migrations = await listFinishedMigrations();
  const spools = openSpools(folder);
  let documents = 0;
  const { missingPictures } = await collectDocuments({
    ...(signal ? { signal } : {}),
    async write(model, document) {
      await spools.get(model)?.write(document);
      documents += 1;
      if (documents % 100 === 0) onProgress?.(`${documents} documents`);
    },
  });

  const archive = createArchiveWriter(finished, createdAt);
  await archive.addBytes(HEAD, toJson(head));
  await archive.addBytes(PEPPER, Buffer.from(passwordPepper));
  const collections: Manifest['collections'] = {};
  for (const [model, spool] of spools) {
    const { name } = model.collection;
    collections[name] = await spool.end();
    await archive.addFile(documentsEntry(name), spool.path);
    signal?.throwIfAborted();
  }
  const blobs = spools.get(BlobModel)?.path ?? '';
  const { missing, ...pictures } = await addPictures(archive, blobs, options);
  signal?.throwIfAborted();
  const pepper = createHash('sha256').update(passwordPepper).digest('hex');
  const manifest: Manifest = { ...head, migrations, pepper, collections, pictures };
  await archive.addBytes(MANIFEST, toJson(manifest));
  await archive.end();
  return { manifest, missingPictures: missingPictures + missing };
}

/**
 * Saves the whole site to one file while the site is in use. Requires an open mongoose connection.
 *
 * @throws BackupError when the file exists and `force` is not set, its folder is missing or not writable, or the storage
 *   lacks pictures and is not known to belong to the site.
 */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { force, signal } = options;
  const file = path.resolve(options.file);
  if (!force && existsSync(file)) throw fileExistsError(file);
  const folder = await createWorkFolder(file);
  try {
    const finished = path.join(folder, 'archive.tar');
    const result = await writeArchive(folder, finished, options);
    signal?.throwIfAborted();
    await moveIntoPlace(finished, file, force);
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
