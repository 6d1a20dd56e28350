/** How long a value counts as current after it was read, unless its change is announced. */
export const MAX_AGE_MS = 1_000;

interface Entry<Value> {
  /** When its read began, on the clock of `performance.now()`. */
  readAt: number;
  value: Promise<Value>;
  hasChanged: boolean;
}

interface AnnouncedCache<Value> {
  /** Returns the value of a key. Callers share the value. */
  find(key: string): Promise<Value>;
  /** Call it as soon as the value has changed. */
  markChanged(key: string): void;
}

/**
 * Creates a cache that returns values for a second after they were read, unless their change is announced:
 * docs/decisions/028-session-cache.md.
 *
 * @param isCurrent - whether a value may be returned from the cache.
 */
export function createAnnouncedCache<Value>(
  read: (key: string) => Promise<Value>,
  isCurrent: (value: Value) => boolean = () => true,
): AnnouncedCache<Value> {
  // Two generations: outdated entries are dropped with the older map, so that only those of the last seconds remain.
  let newer = new Map<string, Entry<Value>>();
  let older = new Map<string, Entry<Value>>();
  let newerSince = performance.now();

  function dropOld(now: number): void {
    const age = now - newerSince;
    if (age < MAX_AGE_MS) return;
    older = age < 2 * MAX_AGE_MS ? newer : new Map();
    newer = new Map();
    newerSince = now;
  }

  function findRecent(key: string, now: number): Entry<Value> | undefined {
    const entry = newer.get(key) ?? older.get(key);
    return entry && now - entry.readAt < MAX_AGE_MS ? entry : undefined;
  }

  function startRead(key: string, now: number): Entry<Value> {
    // The second counts from before the query, which may run long after it has found the value.
    const entry = { readAt: now, value: read(key), hasChanged: false };
    newer.set(key, entry);
    return entry;
  }

  function drop(key: string, entry: Entry<Value>): void {
    for (const entries of [newer, older]) if (entries.get(key) === entry) entries.delete(key);
  }

  return {
    async find(key) {
      for (;;) {
        const now = performance.now();
        dropOld(now);
        const cached = findRecent(key, now);
        const entry = cached ?? startRead(key, now);
        try {
          const value = await entry.value;
          // If the value changed during the read, the result may be the value before the change.
          if (entry.hasChanged) continue;
          if (entry !== cached || isCurrent(value)) return value;
        } catch (error) {
          drop(key, entry);
          throw error;
        }
        drop(key, entry);
      }
    },

    markChanged(key) {
      for (const entries of [newer, older]) {
        const entry = entries.get(key);
        if (entry) entry.hasChanged = true;
        entries.delete(key);
      }
    },
  };
}
