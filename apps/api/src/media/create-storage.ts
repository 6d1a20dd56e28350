import { SettingsError, type StorageSettings } from '../config/env.js';
import { createDiskStorage } from './disk-storage.js';
import type { ImageStorage } from './image-storage.js';
import { createS3Storage } from './s3-storage.js';

/** Errors of `mkdir` that another attempt would meet too, unlike those of a network folder. */
const LASTING_ERRORS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/**
 * Creates the storage for pictures that the settings select.
 *
 * @throws SettingsError when its folder is missing and cannot be created.
 */
export async function createImageStorage(settings: StorageSettings): Promise<ImageStorage> {
  if (settings.kind === 's3') return createS3Storage(settings);
  return createDiskStorage(settings.directory).catch((error: NodeJS.ErrnoException) => {
    if (!LASTING_ERRORS.has(error.code ?? '')) throw error;
    throw new SettingsError([`DATA_DIR is not writable, and STORAGE_URL is not set: ${error.message}`]);
  });
}
