import { useCallback, useState } from 'react';
import { usePictureReader } from '../../../components/use-picture-reader.ts';

/**
 * Reads the picture of the card, and lets publishing wait for it.
 *
 * @param onRead - receives the picture as a data URL, and the file that it was made from.
 */
export function useCardPicture(onRead: (dataUrl: string, file: File) => void) {
  const reader = usePictureReader(onRead);
  const { isReading, cancel: cancelReading } = reader;
  const [isAwaited, setAwaited] = useState(false);
  const cancel = useCallback(() => {
    cancelReading();
    setAwaited(false);
  }, [cancelReading]);
  return {
    isReading,
    /** Whether publishing waits, or has waited, for the picture. */
    isAwaited,
    /** Whether publishing has waited, and the picture has been read. */
    isReady: isAwaited && !isReading,
    /** After a toast that the file is rejected, the author decides whether to publish. */
    async read(file: File): Promise<void> {
      if (!(await reader.read(file))) setAwaited(false);
    },
    /** Ignores the picture that is being read. */
    cancel,
    /** @returns whether publishing has to wait. */
    startWaiting(): boolean {
      setAwaited(isReading);
      return isReading;
    },
  };
}
