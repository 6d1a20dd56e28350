import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** At the next midnight, and whenever the page wakes: a device that sleeps has slow timers, or travels. */
function notifyListeners(): void {
  for (const listener of listeners) listener();
  clearTimeout(timer);
  const now = new Date();
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

const getToday = () => new Date().toDateString();

/** The beginning of the reader's day: what says 'Today', or a time without a date, is drawn anew when it ends. */
export function useToday(): Date {
  return new Date(useSyncExternalStore(subscribe, getToday));
}
