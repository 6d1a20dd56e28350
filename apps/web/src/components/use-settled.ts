import { useEffect, useState } from 'react';

/** A pause in typing, ms: shorter ones are between two keys. */
const PAUSE_MS = 1_000;

/** A value that follows the given one once it stands still: to be read out after a pause, and not with each key. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
