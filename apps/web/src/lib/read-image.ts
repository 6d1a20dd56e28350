import { LIMITS } from '@safarnama/contracts';

export const ONLY_IMAGES = 'Only image files are allowed';
export const IMAGE_TOO_LARGE = `The picture must be at most ${LIMITS.imageBytes / 1_000_000} MB`;

/**
 * Reads a picked picture as a data URL.
 *
 * @throws Error with a sentence for the person when it is no image, is too large, or cannot be read.
 */
export function readImage(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) return Promise.reject(new Error(ONLY_IMAGES));
  if (file.size > LIMITS.imageBytes) return Promise.reject(new Error(IMAGE_TOO_LARGE));
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The picture could not be read'));
    reader.readAsDataURL(file);
  });
}
