import { useCallback, useRef, useState } from 'react';
import type { PictureVariant } from '../lib/shrink-picture.ts';
import { readPickedImage, remainingPicks } from './read-picked-image.ts';

/**
 * Reads chosen pictures, which can take seconds. If several are being read, the one chosen last is used.
 *
 * @param onRead - receives the picture as a data URL, and the file that it was made from.
 */
export function usePictureReader(onRead: (dataUrl: string, file: File) => void, variant?: PictureVariant) {
  const [isReading, setReading] = useState(false);
  /** The pictures being read, in the order in which they were chosen. */
  const picks = useRef<readonly { file: File }[]>([]);

  const update = useCallback((next: typeof picks.current) => {
    picks.current = next;
    setReading(next.length > 0);
  }, []);
  const cancel = useCallback(() => update([]), [update]);
  return {
    isReading,

    /** @returns false after a toast with the reason when the file is rejected. */
    async read(file: File): Promise<boolean> {
      const pick = { file };
      update([...picks.current, pick]);
      const dataUrl = await readPickedImage(file, variant);
      const isUsed = dataUrl !== null && picks.current.includes(pick);
      update(remainingPicks(picks.current, pick, isUsed));
      if (isUsed) onRead(dataUrl, file);
      return dataUrl !== null;
    },

    /** Ignores the pictures that are being read. */
    cancel,
  };
}
