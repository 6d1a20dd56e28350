import { useEffect, useState } from 'react';
import { runWhenIdle } from '../../../lib/run-when-idle.ts';

/**
 * The blurred picture of a thumbhash. What decodes it is loaded after the page stands, and a phone takes some 20 ms
 * for one: until its turn comes, undefined. A picture that is there before has called it off.
 *
 * @param thumbhash - base64; empty or undefined for none.
 */
export function usePlaceholder(thumbhash: string | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    setUrl(undefined);
    if (thumbhash === undefined || thumbhash === '') return;
    let cancel: () => void = () => undefined;
    let isCurrent = true;
    import('../../../lib/thumbhash.ts').then(
      ({ thumbhashUrl }) => {
        if (isCurrent) cancel = runWhenIdle(() => setUrl(thumbhashUrl(thumbhash)));
      },
      // The average colour stands there already.
      () => undefined,
    );
    return () => {
      isCurrent = false;
      cancel();
    };
  }, [thumbhash]);
  return url;
}
