import { useEffect, useState } from 'react';

/**
 * The blurred picture of a thumbhash. What decodes it is loaded after the page stands: until then, undefined.
 *
 * @param thumbhash - base64; empty or undefined for none.
 */
export function usePlaceholder(thumbhash: string | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    setUrl(undefined);
    if (thumbhash === undefined || thumbhash === '') return;
    let isWanted = true;
    import('../../lib/thumbhash.ts').then(
      ({ thumbhashUrl }) => {
        if (isWanted) setUrl(thumbhashUrl(thumbhash));
      },
      // The average colour stands there already.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [thumbhash]);
  return url;
}
