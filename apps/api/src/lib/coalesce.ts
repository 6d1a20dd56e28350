import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import DataLoader from 'dataloader';

/** How long a batch waits for the previous query, so that a slow one does not delay all later reads. */
const MAX_WAIT_MS = 5;

/**
 * Batches reads: combines the keys requested within one turn of the event loop, or while the previous query runs, into
 * one query. Under load, the overhead of a query costs more than its rows. A query starts after all its keys were
 * requested, so every caller gets current data; nothing is cached.
 *
 * @param readAll - receives keys in the order of the requests, possibly with duplicates, and returns their values in
 *   the same order. If it fails, all callers of the batch fail.
 * @param options.maxKeys - maximum number of keys in a query, so that no query takes long.
 */
export function batchReads<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { maxKeys = 100 } = {},
): (key: Key) => Promise<Value> {
  /** The most recent query, while it runs. */
  let currentQuery: object | null = null;
  const queued = new Set<() => void>();

  function schedule(run: () => void): void {
    // An immediate runs after the event loop has handled all sockets with pending data.
    if (currentQuery === null) {
      setImmediate(run);
      return;
    }
    const start = () => {
      clearTimeout(timer);
      if (queued.delete(start)) run();
    };
    const timer = setTimeout(start, MAX_WAIT_MS);
    queued.add(start);
  }

  const loader = new DataLoader<Key, Value>(
    async (keys) => {
      const query = {};
      currentQuery = query;
      try {
        return await readAll(keys);
      } finally {
        if (currentQuery === query) {
          currentQuery = null;
          for (const start of queued) setImmediate(start);
        }
      }
    },
    { cache: false, maxBatchSize: maxKeys, batchScheduleFn: schedule },
  );
  return (key) => loader.load(key);
}

/**
 * Coalesces concurrent calls with equal keys into one. For reads that, unlike those of `batchReads`, cannot be combined
 * into a query for several keys.
 *
 * @param read - its result must depend on the key alone. A failure affects only the callers with the same key.
 */
export function coalesce<Key extends string | number, Value>(
  read: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  // Wrapped in functions, as a batch of plain promises would be awaited as a whole.
  const load = batchReads<Key, () => Promise<Value>>(async (keys) => {
    const reads = new Map<Key, Promise<Value>>();
    return keys.map((key) => {
      const pending = reads.get(key) ?? read(key);
      reads.set(key, pending);
      return () => pending;
    });
  });
  return async (key) => (await load(key))();
}
