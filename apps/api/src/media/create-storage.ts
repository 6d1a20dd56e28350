import { SettingsError, type StorageSettings } from '../config/env.js';
import { isLastingFileError } from '../lib/lasting-file-error.js';
import { createDiskStorage, type DiskStorageOptions } from './disk-storage.js';
import type { ImageStorage } from './image-storage.js';
import { createS3Storage } from './s3-storage.js';

/**
 * Creates the storage for pictures that the settings select.
 *
 * @throws SettingsError when its folder cannot be created or written.
 */
export async function createImageStorage(
  settings: StorageSettings,
  options: DiskStorageOptions = {},
): Promise<ImageStorage> {
  if (settings.kind === 's3') return createS3Storage(settings);
  return createDiskStorage(settings.directory, options).catch((error: Error) => {
    if (!isLastingFileError(error)) throw error;
    throw new SettingsError([`DATA_DIR is not writable, and STORAGE_URL is not set: ${error.message}`]);
  });
}
