import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { flushToDisk } from '../lib/flush-to-disk.js';
import { isLastingFileError } from '../lib/lasting-file-error.js';
import type { ImageStorage, ListedFile } from './image-storage.js';
import { isOwnFolder, requireStorageKey, TEMP_FOLDER } from './storage-key.js';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function* listFiles(root: string, prefix: string): AsyncGenerator<ListedFile> {
  for await (const entry of await opendir(path.join(root, prefix))) {
    const key = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) {
      // Others are not the product's and may be unreadable, such as the `lost+found` of a file system.
      if (isOwnFolder(entry.name)) yield* listFiles(root, key);
      continue;
    }
    const found = await stat(path.join(root, key)).catch((error: unknown) => {
      // The file was removed after the folder was read.
      if (isMissing(error)) return null;
      throw error;
    });
    if (found?.isFile()) yield { key, modifiedAt: found.mtime };
  }
}

/** Creates a folder when it is missing, and writes to it: an existing one may belong to another account. */
async function requireWritableFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const probe = path.join(folder, randomUUID());
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (isLastingFileError(error)) throw error;
    // A full disk or a used quota, for example: the stored pictures can be read.
    return;
  }
  await rm(probe, { force: true });
}

export interface DiskStorageOptions {
  /** For a storage that is only read: its folder may be missing or not writable. */
  isReadOnly?: boolean;
}

/**
 * Stores pictures in a local folder, which is created when missing. A file appears under its name only when it is
 * complete and flushed to disk.
 */
export async function createDiskStorage(
  directory: string,
  { isReadOnly = false }: DiskStorageOptions = {},
): Promise<ImageStorage> {
  if (!isReadOnly) await requireWritableFolder(path.join(directory, TEMP_FOLDER));
  const pathOf = (key: string) => path.join(directory, requireStorageKey(key));

  return {
    async write(key, bytes) {
      const file = pathOf(key);
      const folder = path.dirname(file);
      const temp = path.join(directory, TEMP_FOLDER, randomUUID());
      try {
        await writeFile(temp, bytes, { flag: 'wx', mode: 0o600, flush: true });
        const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
        await rename(temp, file);
        await flushToDisk(folder);
        if (firstCreated !== undefined) await flushToDisk(path.dirname(firstCreated));
      } catch (error) {
        await rm(temp, { force: true });
        throw error;
      }
    },

    async read(key) {
      const handle = await open(pathOf(key), 'r').catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (!handle) return null;
      try {
        const { size } = await handle.stat();
        // The stream closes the handle when it ends or is destroyed.
        return { stream: handle.createReadStream(), bytes: size };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    list: () => listFiles(directory, ''),
  };
}
