import { useOnReconnect } from './use-is-online.ts';
import { useLoaded } from './use-loaded.ts';

/**
 * Like `useLoaded`, but after a failure, loads again when the browser reconnects. Not for content in whose place
 * something that the user edits is shown after a failure: it would disappear.
 */
export function useLoadedWithRetry<T>(load: () => Promise<T>): ReturnType<typeof useLoaded<T>> {
  const loaded = useLoaded(load);
  useOnReconnect(loaded.error !== undefined, loaded.reload);
  return loaded;
}
