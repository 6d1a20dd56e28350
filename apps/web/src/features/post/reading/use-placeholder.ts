import { useEffect, useState } from 'react';
import { runWhenIdle } from '../../../lib/run-when-idle.ts';

/**
 * The blurred preview of a picture, as a data URL; undefined until it is decoded. A phone takes about 20 ms per
 * thumbhash, so the decoder is loaded lazily and runs when the browser is idle. Clearing `thumbhash` cancels it.
 *
 * @param thumbhash - base64; empty or undefined for no preview.
 */
export function usePlaceholder(thumbhash: string | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    setUrl(undefined);
    if (thumbhash === undefined || thumbhash === '') return;
    let cancel: () => void = () => undefined;
    let isCurrent = true;
    import('./thumbhash.ts').then(
      ({ thumbhashUrl }) => {
        if (isCurrent) cancel = runWhenIdle(() => setUrl(thumbhashUrl(thumbhash)));
      },
      // Without the decoder, the average color remains.
      () => undefined,
    );
    return () => {
      isCurrent = false;
      cancel();
    };
  }, [thumbhash]);
  return url;
}
