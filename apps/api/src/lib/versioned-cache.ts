import { LRUCache } from 'lru-cache';
import { MAX_AGE_MS } from './announced-cache.js';
import type { ReadScope, WriteVersions } from './write-versions.js';

/** Size of a result that is still being read. */
const UNKNOWN_SIZE = 1;

interface Entry<T> {
  result: Promise<T>;
  startedAt: number;
  sum: number;
}

interface CacheOptions<T> {
  versions: Pick<WriteVersions, 'sumOf'>;
  /** Maximum number of entries. */
  max: number;
  /** Maximum size of all entries, keys included. */
  maxSize: number;
  sizeOf(result: T): number;
}

/**
 * Creates a cache that returns the result of a read for a second, unless a document that it depends on has been written
 * since the read began: docs/decisions/029-cached-responses.md. Callers share the result.
 */
export function createVersionedCache<T>({ versions, max, maxSize, sizeOf }: CacheOptions<T>) {
  const cache = new LRUCache<string, Entry<T>>({ max, maxSize });

  function removeOldLater(): void {
    setTimeout(() => {
      const oldest = performance.now() - MAX_AGE_MS;
      for (const [key, { startedAt }] of cache.entries()) if (startedAt < oldest) cache.delete(key);
      if (cache.size > 0) removeOldLater();
    }, MAX_AGE_MS).unref();
  }

  function store(key: string, entry: Entry<T>): void {
    if (cache.size === 0) removeOldLater();
    cache.set(key, entry, { size: UNKNOWN_SIZE });
    const isStored = () => cache.peek(key) === entry;
    entry.result.then(
      (result) => isStored() && cache.set(key, entry, { size: key.length + sizeOf(result) }),
      () => isStored() && cache.delete(key),
    );
  }

  /**
   * @param key - identifies everything that the result depends on besides the stored documents.
   * @param scope - the documents that the result depends on.
   */
  return (key: string, scope: ReadScope, read: () => Promise<T>): Promise<T> => {
    const sum = versions.sumOf(scope);
    if (sum === null) return read();
    const startedAt = performance.now();
    const cached = cache.get(key);
    if (cached && cached.sum === sum && startedAt - cached.startedAt < MAX_AGE_MS) return cached.result;
    const entry = { result: read(), startedAt, sum };
    store(key, entry);
    return entry.result;
  };
}
