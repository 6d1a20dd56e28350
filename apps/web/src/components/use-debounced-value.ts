import { useEffect, useState } from 'react';

/** A pause in typing, ms: shorter ones are between two keys. */
const DEBOUNCE_MS = 1_000;

/** A value that follows the given one once it stands still: to be read out after a pause, and not with each key. */
export function useDebouncedValue<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
