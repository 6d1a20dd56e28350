import { useState } from 'react';
import { useOnReconnect } from './use-is-online.ts';

/**
 * Remembers the picture that could not be loaded, until the browser is online again.
 *
 * @param url - empty without a picture.
 * @returns whether there is no picture to show, and what to call when this one could not be loaded.
 */
export function useFailedPicture(url: string): [isMissing: boolean, onFailed: () => void] {
  const [failedUrl, setFailedUrl] = useState('');
  useOnReconnect(failedUrl !== '', () => setFailedUrl(''));
  return [url === failedUrl || url === '', () => setFailedUrl(url)];
}
