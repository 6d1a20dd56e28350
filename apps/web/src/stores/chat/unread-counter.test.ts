import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildUser } from '../../testing/factories.ts';
import { createPendingResponse } from '../../testing/pending-response.ts';
import { mockResponse } from '../../testing/server.ts';
import { useAuthStore } from '../auth.store.ts';
import { createUnreadCounter } from './unread-counter.ts';

beforeEach(() => useAuthStore.setState({ user: buildUser() }));

describe('createUnreadCounter', () => {
  it('with a response for the previous user during a refresh: still sends one request at a time', async () => {
    const responses = [createPendingResponse(), createPendingResponse(), createPendingResponse()];
    const requests = mockResponse('get', '/api/message/unread', async () => {
      await responses[requests.length - 1]?.pending;
      return { total: 0, byUser: {} };
    });
    const counter = createUnreadCounter();
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
});
