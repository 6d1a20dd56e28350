import { IMAGE_STRINGS, PictureError, readImage } from '../lib/read-image.ts';
import type { PictureVariant } from '../lib/shrink-picture.ts';
import { toast } from './toast.ts';

/**
 * Reads a picked, dropped or pasted picture.
 *
 * @returns a data URL; null after a toast with the reason when the file is rejected.
 */
export async function readPickedImage(file: File, variant?: PictureVariant): Promise<string | null> {
  try {
    return await readImage(file, variant);
  } catch (error) {
    toast.error(error instanceof PictureError ? error.message : IMAGE_STRINGS.unreadable);
    return null;
  }
}

/**
 * Removes a picture that has been read from the list of pictures being read, which is in the order in which they were
 * chosen. If the picture is used, it replaces the pictures chosen before it, so they are removed too. A picture that is
 * no longer in the list must not be used: it was cancelled or replaced.
 */
export function remainingPicks<T>(picks: readonly T[], read: T, isUsed: boolean): readonly T[] {
  return isUsed ? picks.slice(picks.indexOf(read) + 1) : picks.filter((pick) => pick !== read);
}
