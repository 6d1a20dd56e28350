import { useCallback, useEffect, useState } from 'react';

interface Loaded<T> {
  /** Undefined while loading and after a failure. */
  data: T | undefined;
  /** Why the last attempt failed; null while loading. */
  error: unknown;
  /** Loads again; the data stays until then. */
  reload: () => void;
}

/**
 * Loads something when a component is mounted, and again when `load` changes: so memoize it. A response that was
 * overtaken by another `load` is ignored.
 */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [result, setResult] = useState<{ load: unknown; data?: T; error?: unknown }>({ load: null });
  const [attempt, setAttempt] = useState(0);
  // `attempt` triggers another load.
  useEffect(() => {
    let isCurrent = true;
    const show = (loaded: { data: T } | { error: unknown }) => {
      if (isCurrent) setResult({ load, ...loaded });
    };
    load().then(
      (data) => show({ data }),
      (error: unknown) => show({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  const reload = useCallback(() => {
    setResult(({ error: _previous, ...rest }) => rest);
    setAttempt((count) => count + 1);
  }, []);
  const isShown = result.load === load;
  return {
    data: isShown ? result.data : undefined,
    error: isShown ? (result.error ?? null) : null,
    reload,
  };
}
