import type { ImageStorage } from '../src/media/image-storage.js';
import { createMediaService, type MediaService } from '../src/media/media.service.js';

/** Creates the service of the pictures on a storage, without published texts and public pictures. */
export function createTestMedia(storage: ImageStorage, baseUrl = ''): MediaService {
  return createMediaService({
    storage,
    baseUrl,
    origins: [],
    isInPublishedText: async () => false,
    isPublicPicture: async () => false,
  });
}
