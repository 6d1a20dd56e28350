/** A choice saved on this device; see `createPersistedChoice`. */
interface PersistedChoice {
  /** Returns null when no choice is saved or the browser has no storage. */
  read: () => string | null;
  /** Saves the choice and notifies subscribers in every tab; null removes it. */
  save: (value: string | null) => void;
  /** Subscribes to changes, in this tab or another. @returns a function that unsubscribes. */
  subscribe: (listener: (isOwnTab: boolean) => void) => () => void;
}

/** @param key - in `localStorage`. */
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
        // Without storage, the default applies.
      }
      window.dispatchEvent(new Event(key));
    },
    subscribe(listener) {
      const handleSave = () => listener(true);
      const handleStorage = ({ key: changedKey }: StorageEvent) => {
        // The key is null when another tab has cleared the storage.
        if (changedKey === key || changedKey === null) listener(false);
      };
      window.addEventListener(key, handleSave);
      window.addEventListener('storage', handleStorage);
      return () => {
        window.removeEventListener(key, handleSave);
        window.removeEventListener('storage', handleStorage);
      };
    },
  };
}
