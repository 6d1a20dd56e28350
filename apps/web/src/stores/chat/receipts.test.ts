import { expect, it, vi } from 'vitest';
import { buildContact, buildMessage, buildUser } from '../../testing/factories.ts';
import { createPendingResponse } from '../../testing/pending-response.ts';
import { mockResponse } from '../../testing/server.ts';
import { useAuthStore } from '../auth.store.ts';
import { useUnreadStore } from '../unread.store.ts';
import { createDeliveryReceipts } from './receipts.ts';

it('createDeliveryReceipts, signed out while it catches up: sends no receipt in the name of the next user', async () => {
  useAuthStore.setState({ user: buildUser() });
  const sender = buildContact({ unreadCount: 1 });
  const lastMessage = buildMessage({ senderId: sender._id });
  const { pending, release } = createPendingResponse();
  const lists = mockResponse('get', '/api/message/get-all-users', () =>
    pending.then(() => [{ ...sender, lastMessage }]),
  );
  const sent = mockResponse('post', '/api/message/:userId/delivered', { unreadCount: 0 });
  useUnreadStore.getState().setUnread({ total: 1, byUser: { [sender._id]: 1 } });
  const receipts = createDeliveryReceipts(() => undefined);
  const catchingUp = receipts.catchUp([]);
  await expect.poll(() => lists.length).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  receipts.reset();
  release();
  await catchingUp;
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  // Time for a request to arrive.
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(sent).toEqual([]);
});
