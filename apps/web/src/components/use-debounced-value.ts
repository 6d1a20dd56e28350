import { useEffect, useState } from 'react';

/** Longer than the pauses between keystrokes. */
const DEBOUNCE_MS = 1_000;

/** Returns the given value after a pause without changes, so that screen readers do not announce every keystroke. */
export function useDebouncedValue<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
