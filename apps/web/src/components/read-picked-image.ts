import toast from 'react-hot-toast';
import { IMAGE_STRINGS, readImage } from '../lib/read-image.ts';

/**
 * Reads a picked, dropped or pasted picture.
 *
 * @returns a data URL; null after a toast with the reason when the file is rejected.
 */
export async function readPickedImage(file: File): Promise<string | null> {
  try {
    return await readImage(file);
  } catch (error) {
    toast.error(error instanceof Error ? error.message : IMAGE_STRINGS.unreadable);
    return null;
  }
}
