import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildId, buildUser } from '../../testing/factories.ts';
import { createPendingResponse } from '../../testing/pending-response.ts';
import { mockResponse } from '../../testing/server.ts';
import { useAuthStore } from '../auth.store.ts';
import { useUnreadStore } from '../unread.store.ts';
import { createUnreadCounter } from './unread-counter.ts';

beforeEach(() => useAuthStore.setState({ user: buildUser() }));

describe('createUnreadCounter', () => {
  it('with a response for the previous user during a refresh: still sends one request at a time', async () => {
    const responses = [createPendingResponse(), createPendingResponse(), createPendingResponse()];
    const requests = mockResponse('get', '/api/message/unread', async () => {
      await responses[requests.length - 1]?.pending;
      return { total: 0, byUser: {} };
    });
    const counter = createUnreadCounter(() => undefined);
    const previous = counter.refresh();
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    counter.reset();
    const current = counter.refresh();
    await vi.waitFor(() => expect(requests).toHaveLength(2));

    responses[0]?.release();
    expect(await previous).toBe(false);
    const shared = counter.refresh();
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(requests).toHaveLength(2);
    responses[1]?.release();
    responses[2]?.release();
    expect(await Promise.all([current, shared])).toEqual([true, true]);
    expect(requests).toHaveLength(3);
  });

  it('with a count that changes during the request: shows the others, and requests all again after a second', async () => {
    // Without advancing, a pause lasts for ever.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [meena, zoya] = [buildId(), buildId()];
    const counter = createUnreadCounter(() => undefined);
    const requests = mockResponse('get', '/api/message/unread', () => {
      if (requests.length === 1) counter.adjust(meena, (count) => count + 1);
      return { total: 7, byUser: { [meena]: 4, [zoya]: 3 } };
    });
    const isShown = new Promise<void>((resolve) => {
      const stop = useUnreadStore.subscribe(({ byUser }) => {
        if (byUser[zoya] !== 3) return;
        stop();
        // The other counts are shown by the same response.
        queueMicrotask(resolve);
      });
    });
    const refresh = counter.refresh();

    await isShown;
    expect(useUnreadStore.getState()).toMatchObject({ unreadTotal: 4, byUser: { [meena]: 1, [zoya]: 3 } });
    expect(counter.getCount(zoya)).toBeNull();
    expect(requests).toHaveLength(1);
    vi.advanceTimersByTime(1_000);

    expect(await refresh).toBe(true);
    expect(useUnreadStore.getState()).toMatchObject({ unreadTotal: 7, byUser: { [meena]: 4, [zoya]: 3 } });
    expect(requests).toHaveLength(2);
  });

  it('with a response for one sender to an earlier request than that of all counts: requests the counts again', async () => {
    const meena = buildId();
    mockResponse('get', '/api/message/unread', { total: 4, byUser: { [meena]: 4 } });
    const onOutdated = vi.fn();
    const counter = createUnreadCounter(onOutdated);
    const requestedAt = performance.now();
    await counter.refresh();

    counter.applyServerCount(meena, 1, requestedAt);

    expect(useUnreadStore.getState().byUser).toEqual({ [meena]: 4 });
    expect(onOutdated).toHaveBeenCalledOnce();
  });

  it('with a response for one sender during an earlier request of all counts: shows the count of that sender', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [meena, zoya] = [buildId(), buildId()];
    const counter = createUnreadCounter(() => undefined);
    const requests = mockResponse('get', '/api/message/unread', () => {
      if (requests.length === 1) counter.applyServerCount(meena, 1, performance.now());
      return { total: 7, byUser: { [meena]: 4, [zoya]: 3 } };
    });
    void counter.refresh();

    await vi.waitUntil(() => useUnreadStore.getState().byUser[zoya] === 3);

    expect(useUnreadStore.getState().byUser).toEqual({ [meena]: 1, [zoya]: 3 });
    counter.reset();
  });
});
