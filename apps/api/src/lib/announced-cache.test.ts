import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAnnouncedCache, MAX_AGE_MS } from './announced-cache.js';

const KEY = 'session 1';
const HOUR_MS = 3_600_000;

interface Session {
  expiresAt: number;
}

/** Creates a cache like that of sessions: null stands for a session that has ended. */
const cacheReads = (read: () => Promise<Session | null>) =>
  createAnnouncedCache(read, (session) => session !== null && session.expiresAt > Date.now());

/** A cache over a store with one session; `pause` lets the next read wait until the returned function is called. */
function createCachedStore() {
  const store = { session: { expiresAt: Date.now() + HOUR_MS } as Session | null, reads: 0 };
  let gate = Promise.resolve();
  const cache = cacheReads(async () => {
    store.reads += 1;
    const found = store.session;
    await gate;
    return found;
  });
  const pause = () => {
    let proceed = (): void => undefined;
    gate = new Promise((resolve) => {
      proceed = resolve;
    });
    return proceed;
  };
  return { store, cache, pause };
}

describe('createAnnouncedCache', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  it('requested again within a second: does not read the session again', async () => {
    const { store, cache } = createCachedStore();

    const first = await cache.find(KEY);
    vi.advanceTimersByTime(MAX_AGE_MS - 1);

    expect(await cache.find(KEY)).toBe(first);
    expect(store.reads).toBe(1);
  });

  it('for a session that ended without an announcement: finds none after a second', async () => {
    const { store, cache } = createCachedStore();
    await cache.find(KEY);
    store.session = null;

    vi.advanceTimersByTime(MAX_AGE_MS);

    expect(await cache.find(KEY)).toBeNull();
  });

  it('with many values, a few each second: does not read those that are younger than a second again', async () => {
    const read = vi.fn(async (key: string) => key);
    const cache = createAnnouncedCache(read);

    for (let n = 0; n < 40; n += 1) {
      await cache.find(`${n}`);
      await cache.find(`${n - 3}`);
      vi.advanceTimersByTime(MAX_AGE_MS / 4 - 1);
    }

    // Each value is read at its first request, and not at the second one, 747 ms later.
    expect(read).toHaveBeenCalledTimes(40 + 3);
  });

  it('requested ten times a second: reads the session every second', async () => {
    const { store, cache } = createCachedStore();

    for (let n = 0; n < 100; n += 1) {
      await cache.find(KEY);
      vi.advanceTimersByTime(MAX_AGE_MS / 10);
    }

    expect(store.reads).toBe(10);
  });

  it('for a session whose end was announced: finds none, without waiting for a second', async () => {
    const { store, cache } = createCachedStore();
    await cache.find(KEY);
    store.session = null;

    cache.markChanged(KEY);

    expect(await cache.find(KEY)).toBeNull();
  });

  it('for a session that ends while it is being read: does not return it, and stores nothing', async () => {
    const { store, cache, pause } = createCachedStore();
    const proceed = pause();
    const pending = cache.find(KEY);
    store.session = null;
    cache.markChanged(KEY);
    proceed();

    expect(await pending).toBeNull();
    expect(await cache.find(KEY)).toBeNull();
  });

  it('requested again during a read: waits for that read', async () => {
    const { store, cache, pause } = createCachedStore();
    const proceed = pause();
    const pending = [cache.find(KEY), cache.find(KEY)];
    proceed();

    expect(await Promise.all(pending)).toEqual([store.session, store.session]);
    expect(store.reads).toBe(1);
  });

  it('for a value that changes while it is being read: reads it again for all waiting callers', async () => {
    const { store, cache, pause } = createCachedStore();
    const proceed = pause();
    const pending = [cache.find(KEY), cache.find(KEY)];
    const renewed = { expiresAt: Date.now() + 2 * HOUR_MS };
    store.session = renewed;
    cache.markChanged(KEY);
    proceed();

    expect(await Promise.all(pending)).toEqual([renewed, renewed]);
    expect(await cache.find(KEY)).toBe(renewed);
  });

  it('for a read that takes long: counts the second from its start', async () => {
    const { store, cache, pause } = createCachedStore();
    const proceed = pause();
    const pending = cache.find(KEY);
    vi.advanceTimersByTime(MAX_AGE_MS);
    store.session = null;
    proceed();
    await pending;

    expect(await cache.find(KEY)).toBeNull();
  });

  it('for a session that expires: finds none from then on', async () => {
    const { store, cache } = createCachedStore();
    store.session = { expiresAt: Date.now() + MAX_AGE_MS / 2 };
    await cache.find(KEY);
    store.session = null;

    vi.advanceTimersByTime(MAX_AGE_MS / 2);

    expect(await cache.find(KEY)).toBeNull();
  });

  it('for a failed read: fails, and reads again for the next request', async () => {
    const read = vi.fn(async (): Promise<Session | null> => ({ expiresAt: Date.now() + HOUR_MS }));
    read.mockRejectedValueOnce(new Error('the database is unavailable'));
    const cache = cacheReads(read);

    await expect(cache.find(KEY)).rejects.toThrow('the database is unavailable');

    expect(await cache.find(KEY)).not.toBeNull();
  });
});
