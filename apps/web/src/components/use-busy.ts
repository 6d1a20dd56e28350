import { useState } from 'react';

/**
 * For a button whose action takes time.
 *
 * @returns whether the action is running, and a function that starts it unless it is.
 */
export function useBusy<Args extends unknown[]>(
  action: (...args: Args) => Promise<void> | void,
): [isBusy: boolean, run: (...args: Args) => Promise<void>] {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (...args: Args) => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await action(...args);
    } finally {
      setIsBusy(false);
    }
  };
  return [isBusy, run];
}
