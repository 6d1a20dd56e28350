/** A choice that somebody made for this device; see `createPersistedChoice`. */
interface PersistedChoice {
  /** Null when there is none, or when the browser keeps nothing. */
  read: () => string | null;
  /** Keeps it and tells every listener, in the other tabs too; null forgets it. */
  save: (value: string | null) => void;
  /** Calls back when the choice changes, here or in another tab. @returns what ends it. */
  subscribe: (listener: () => void) => () => void;
}

/** A place for one choice on this device, under `key` of the browser's storage. */
export function createPersistedChoice(key: string): PersistedChoice {
  return {
    read() {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    save(value) {
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        // Where nothing is kept everything stays as it is without a choice.
      }
      window.dispatchEvent(new Event(key));
    },
    subscribe(listener) {
      window.addEventListener(key, listener);
      window.addEventListener('storage', listener);
      return () => {
        window.removeEventListener(key, listener);
        window.removeEventListener('storage', listener);
      };
    },
  };
}
