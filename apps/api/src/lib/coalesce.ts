import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import DataLoader from 'dataloader';

/** How long a query waits for the one before it, so that a slow one does not hold up all who come later. */
const MAX_WAIT_MS = 5;

/**
 * Makes one query of all that is asked for within one turn of the event loop, or while the query before it runs: with
 * many requests at a time, a query costs more than what it reads. It begins after everybody has asked, so each gets
 * what holds then; nothing is remembered for the next one.
 *
 * @param readAll - gets keys in the order in which they were asked for, some of them perhaps more than once; gives the
 * value of each in the same order. When it fails, all who wait for it fail.
 * @param options.maxKeys - of one query: it must stay quick for each who waits for it.
 */
export function batchReads<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { maxKeys = 100 } = {},
): (key: Key) => Promise<Value> {
  /** The query that began last, until it ends. */
  let currentQuery: object | null = null;
  const queued = new Set<() => void>();

  function schedule(run: () => void): void {
    // The sockets that have something to read are all served before an immediate comes.
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
 * Gives all who ask for the same at once the same answer, made once: as `batchedRead`, for a reading of any kind.
 *
 * @param read - by a name that says everything it depends on. One that fails, fails for those who asked for it alone.
 */
export function coalesce<Key extends string | number, Value>(
  read: (name: Key) => Promise<Value>,
): (name: Key) => Promise<Value> {
  // In a function, for a promise alone would be waited for together with those of other names.
  const load = batchReads<Key, () => Promise<Value>>(async (names) => {
    const reads = new Map<Key, Promise<Value>>();
    return names.map((name) => {
      const pending = reads.get(name) ?? read(name);
      reads.set(name, pending);
      return () => pending;
    });
  });
  return async (name) => (await load(name))();
}
