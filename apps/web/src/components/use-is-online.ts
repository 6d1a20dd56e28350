import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Whether the browser reports a network connection; true when rendered without a browser. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** Calls `onReconnect` when the browser is online again, while `isEnabled`. */
export function useOnReconnect(isEnabled: boolean, onReconnect: () => void): void {
  const handleOnline = useEffectEvent(() => onReconnect());
  useEffect(() => {
    if (!isEnabled) return;
    window.addEventListener('online', handleOnline);
    return () => window.removeEventListener('online', handleOnline);
  }, [isEnabled]);
}
