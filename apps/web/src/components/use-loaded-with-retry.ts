import { useOnReconnect } from './use-is-online.ts';
import { useLoaded } from './use-loaded.ts';

/**
 * Like `useLoaded`, but after a failure, loads again when the browser reconnects. Do not use it where a failure is
 * replaced by something that the user edits: the retry would remove it.
 */
export function useLoadedWithRetry<T>(load: () => Promise<T>): ReturnType<typeof useLoaded<T>> {
  const loaded = useLoaded(load);
  useOnReconnect(loaded.error !== null, loaded.reload);
  return loaded;
}
