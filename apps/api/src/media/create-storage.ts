import type { StorageSettings } from '../config/env.js';
import { createDiskStorage } from './disk-storage.js';
import type { ImageStorage } from './image-storage.js';
import { createS3Storage } from './s3-storage.js';

export function createImageStorage(settings: StorageSettings): Promise<ImageStorage> {
  return settings.kind === 's3' ? createS3Storage(settings) : createDiskStorage(settings.directory);
}
