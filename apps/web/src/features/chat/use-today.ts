import { useSyncExternalStore } from 'react';
import { serverNow } from '../../lib/server-clock.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Runs at midnight and when the page becomes visible: timers stop while a device sleeps, and its time zone may change.
 */
function notifyListeners(): void {
  for (const listener of listeners) listener();
  clearTimeout(timer);
  const now = new Date(serverNow());
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  timer = setTimeout(notifyListeners, midnight.getTime() - now.getTime());
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', notifyListeners);
  listeners.add(listener);
  if (listeners.size === 1) notifyListeners();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', notifyListeners);
  };
}

// By the server's clock, like the times of messages.
const getToday = () => new Date(serverNow()).toDateString();

/** Start of the current day in the device's time zone; components that show relative days re-render when it changes. */
export function useToday(): Date {
  return new Date(useSyncExternalStore(subscribe, getToday));
}
