import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveLastKnownSignIn } from '../features/profile/last-known-sign-in.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useChatStore } from '../stores/chat/chat.store.ts';
import { useFollowStore } from '../stores/follow.store.ts';
import { useNotificationCountStore } from '../stores/notification-count.store.ts';
import { useUnreadStore } from '../stores/unread.store.ts';
import {
  buildContact,
  buildConversation,
  buildId,
  buildMessage,
  buildNotification,
  buildUser,
} from '../testing/factories.ts';
import { fakeSocket } from '../testing/fake-socket.ts';
import { createPendingResponse } from '../testing/pending-response.ts';
import { mockError, mockRealtimeDefaults, mockResponse } from '../testing/server.ts';
import { startRealtimeSession } from './realtime-session.ts';

const me = buildUser();

describe('startRealtimeSession', () => {
  beforeEach(() => {
    useAuthStore.setState({ user: me });
    mockRealtimeDefaults();
  });

  it('with a presence delta: updates the list of online users', () => {
    const stop = startRealtimeSession(me._id);

    fakeSocket.listeners?.getOnlineUsers([me._id, 'a', 'b']);
    fakeSocket.listeners?.presenceDelta({ online: ['c', 'a'], offline: ['b'] });

    expect(useAuthStore.getState().onlineUsers).toEqual([me._id, 'a', 'c']);
    fakeSocket.listeners?.onDisconnect();
    expect(useAuthStore.getState().onlineUsers).toEqual([]);
    stop();
  });

  it('without a first connection: reports after ten seconds that there is none', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stop = startRealtimeSession(me._id);

    vi.advanceTimersByTime(9_000);
    expect(useChatStore.getState().isDisconnected).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(useChatStore.getState().isDisconnected).toBe(true);
    stop();
  });

  it('with a second list of all online users on one connection: fetches missed messages', async () => {
    const requests = mockResponse('get', '/api/message/unread', { total: 2, byUser: { a: 2 } });
    mockResponse('get', '/api/message/get-all-users', []);
    mockResponse('get', '/api/message/a', () => ({ messages_between_sender_receiver: [] }));
    const stop = startRealtimeSession(me._id);
    fakeSocket.listeners?.onConnect('s1');
    fakeSocket.listeners?.getOnlineUsers([me._id]);
    await expect.poll(() => useUnreadStore.getState().unreadTotal).toBe(2);
    expect(requests).toHaveLength(1);

    fakeSocket.listeners?.getOnlineUsers([me._id]);

    await expect.poll(() => requests.length).toBe(2);
    stop();
  });

  it('with such a second list: also fetches the number of notifications and missed sign-ins', async () => {
    saveLastKnownSignIn('notice', me._id, new Date().toISOString());
    const notifications = mockResponse('get', '/api/notifications', {
      notifications: [],
      unreadCount: 3,
      nextCursor: null,
    });
    const sessions = mockResponse('get', '/api/auth/sessions', { sessions: [] });
    const stop = startRealtimeSession(me._id);
    fakeSocket.listeners?.onConnect('s1');
    fakeSocket.listeners?.getOnlineUsers([me._id]);
    await expect.poll(() => [notifications.length, sessions.length]).toEqual([1, 1]);

    fakeSocket.listeners?.getOnlineUsers([me._id]);

    await expect.poll(() => [notifications.length, sessions.length]).toEqual([2, 2]);
    stop();
  });

  it('with notifications read during a request for their number: ignores its response', async () => {
    const { pending, release } = createPendingResponse();
    const requests = mockResponse('get', '/api/notifications', async () => {
      await pending;
      return { notifications: [], unreadCount: 3, nextCursor: null };
    });
    const stop = startRealtimeSession(me._id);
    fakeSocket.listeners?.notification(buildNotification());
    await expect.poll(() => requests.length).toBe(1);

    fakeSocket.listeners?.notificationsRead({ unreadCount: 0 });
    release();
    // Time for the response to arrive.
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(useNotificationCountStore.getState().unreadCount).toBe(0);
    stop();
  });

  it('with two requests for the number of notifications, the first answered last: shows the second', async () => {
    const first = createPendingResponse();
    const requests = mockResponse('get', '/api/notifications', async () => {
      const unreadCount = requests.length;
      if (unreadCount === 1) await first.pending;
      return { notifications: [], unreadCount, nextCursor: null };
    });
    const stop = startRealtimeSession(me._id);
    fakeSocket.listeners?.notification(buildNotification());
    await expect.poll(() => requests.length).toBe(1);

    fakeSocket.listeners?.notification(buildNotification());
    await expect.poll(() => useNotificationCountStore.getState().unreadCount).toBe(2);
    first.release();
    // Time for the response to arrive.
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(useNotificationCountStore.getState().unreadCount).toBe(2);
    stop();
  });

  it('with several notifications at once: counts them twice, at once and a second later', async () => {
    const requests = mockResponse('get', '/api/notifications', () => ({
      notifications: [],
      unreadCount: requests.length,
      nextCursor: null,
    }));
    const stop = startRealtimeSession(me._id);

    for (let count = 0; count < 5; count += 1) fakeSocket.listeners?.notification(buildNotification());

    await expect.poll(() => useNotificationCountStore.getState().unreadCount).toBe(2);
    expect(requests).toHaveLength(2);
    stop();
  });

  it('with a failed request for the number of notifications: repeats it, unless it is stopped', async () => {
    const failures = mockError('get', '/api/notifications', 503, 'Too much to do');
    const stop = startRealtimeSession(me._id);
    fakeSocket.listeners?.notification(buildNotification());
    await expect.poll(() => failures.length).toBe(1);
    mockResponse('get', '/api/notifications', { notifications: [], unreadCount: 3, nextCursor: null });
    await expect.poll(() => useNotificationCountStore.getState().unreadCount).toBe(3);

    const repeated = mockError('get', '/api/notifications', 503, 'Too much to do');
    fakeSocket.listeners?.notification(buildNotification());
    await expect.poll(() => repeated.length).toBe(1);
    stop();
    await new Promise((resolve) => setTimeout(resolve, 1_200));

    expect(repeated).toHaveLength(1);
  });

  it('stopped while a notification waits to be counted: does not count it', async () => {
    const requests = mockResponse('get', '/api/notifications', {
      notifications: [],
      unreadCount: 1,
      nextCursor: null,
    });
    const stop = startRealtimeSession(me._id);
    for (let count = 0; count < 2; count += 1) fakeSocket.listeners?.notification(buildNotification());
    await expect.poll(() => requests.length).toBe(1);

    stop();
    // Longer than the interval between two counts.
    await new Promise((resolve) => setTimeout(resolve, 1_200));

    expect(requests).toHaveLength(1);
  });

  it('with a block, by the user or of the user: counts the notifications again, some of which it hides or shows', async () => {
    const requests = mockResponse('get', '/api/notifications', () => ({
      notifications: [],
      unreadCount: requests.length,
      nextCursor: null,
    }));
    const stop = startRealtimeSession(me._id);

    fakeSocket.listeners?.blockChanged({ userId: buildId(), isBlocked: true });
    await expect.poll(() => useNotificationCountStore.getState().unreadCount).toBe(1);
    fakeSocket.listeners?.canMessageChanged({ userId: buildId(), canMessage: true });
    await expect.poll(() => useNotificationCountStore.getState().unreadCount).toBe(2);
    stop();
  });

  it('with a block that a response reports while disconnected: shows that the user no longer follows', async () => {
    const author = buildContact();
    useFollowStore
      .getState()
      .receiveAuthor({ ...author, followedByMe: true, followerCount: 2 }, performance.now());
    mockResponse('get', '/api/message/:id', buildConversation([], null, { canMessage: false }));
    const stop = startRealtimeSession(me._id);

    await useChatStore.getState().selectUser(author);

    const state = { followedByMe: false, followerCount: 1 };
    expect(useFollowStore.getState().byAuthor[author._id]).toEqual(state);
    stop();
  });

  it('on wake-up: checks the connection once for several events, again when the network returns, and not after the stop', () => {
    const stop = startRealtimeSession(me._id);

    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
    expect(fakeSocket.checks).toEqual([false]);
    window.dispatchEvent(new Event('online'));
    expect(fakeSocket.checks).toEqual([false, true]);

    stop();
    window.dispatchEvent(new Event('online'));
    expect(fakeSocket.checks).toEqual([false, true]);
  });

  it('when stopped: clears the unread count, closes the socket and sends no pending receipt', async () => {
    const receipts = mockResponse('post', '/api/message/:userId/delivered', { unreadCount: 0 });
    const stop = startRealtimeSession(me._id);
    fakeSocket.listeners?.newMessage(buildMessage({ receiverId: me._id }));
    expect(useUnreadStore.getState().unreadTotal).toBe(1);

    stop();

    expect(useUnreadStore.getState().unreadTotal).toBe(0);
    expect(fakeSocket.listeners).toBeNull();
    // A pending receipt must not be sent in the name of the next user.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(receipts).toEqual([]);
  });
});
