import { MAX_UNREAD_COUNT, type Message, TYPING_TTL_MS } from '@safarnama/contracts';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createStore } from 'zustand';
import { dropSessionData } from '../../lib/session-end.ts';
import {
  buildContact,
  buildConversation,
  buildId,
  buildMessage,
  buildUser,
} from '../../testing/factories.ts';
import { createPendingResponse } from '../../testing/pending-response.ts';
import { mockError, mockNetworkError, mockRealtimeDefaults, mockResponse } from '../../testing/server.ts';
import { useAuthStore } from '../auth.store.ts';
import { useUnreadStore } from '../unread.store.ts';
import { useChatStore } from './chat.store.ts';
import { type ChatStorage, createChatStorage } from './chat-storage.ts';
import { createDraftsSlice, type DraftsState, EMPTY_DRAFT, getDraft, initialDrafts } from './drafts-slice.ts';
import { onIncomingMessage } from './incoming-messages.ts';

/** As in conversation-sync.ts. */
const ORDER_SYNC_DELAY_MS = 1_500;
const chat = () => useChatStore.getState();
const unread = () => useUnreadStore.getState();
const me = buildUser();
const meena = buildContact({ fullName: 'மீனா' });
const zoya = buildContact({ fullName: 'ज़ोया' });

function message(from: string, minute: number, overrides: Partial<Message> = {}) {
  const to = from === me._id ? meena._id : me._id;
  const createdAt = new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();
  return buildMessage({ senderId: from, receiverId: to, createdAt, ...overrides });
}

async function openWith(...[messages, nextCursor, overrides]: Parameters<typeof buildConversation>) {
  mockResponse('get', `/api/message/${meena._id}`, buildConversation(messages, nextCursor, overrides));
  await chat().selectUser(meena);
}

/**
 * Resolves when the open conversation has this number of messages. Unlike `expect.poll`, it advances no fake timers.
 */
function waitForMessages(count: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = useChatStore.subscribe(({ messages }) => {
      if (messages.length !== count) return;
      stop();
      resolve();
    });
  });
}

/** Lets delivery receipts get no response: theirs has a count too, which may arrive before or after a tested one. */
function mockPendingDelivery(): void {
  mockResponse('post', '/api/message/:userId/delivered', () => new Promise<never>(() => undefined));
}

function setVisibility(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
}

beforeEach(() => {
  useAuthStore.setState({ user: me });
  useChatStore.setState({ users: [meena, zoya], usersCursor: null });
  mockRealtimeDefaults();
});

describe('unread messages', () => {
  it('on arrival: are counted by sender and in total, and reported as delivered up to the last', async () => {
    const receipts = mockResponse('post', '/api/message/:userId/delivered', { unreadCount: 2 });
    const [first, second] = [message(zoya._id, 1), message(zoya._id, 2)];
    const receivedIds: string[] = [];
    const stop = onIncomingMessage(({ _id }) => receivedIds.push(_id));

    for (const incoming of [first, second, second]) chat().receiveMessage(incoming);
    stop();

    expect(unread()).toMatchObject({ unreadTotal: 2, byUser: { [zoya._id]: 2 } });
    expect(chat().users[0]).toMatchObject({ _id: zoya._id, unreadCount: 2 });
    expect(receivedIds).toEqual([first._id, second._id]);
    await expect.poll(() => receipts.map(({ body }) => body)).toEqual([{ upTo: second._id }]);
  });

  it.each([
    ['no response', () => mockNetworkError('post', '/api/message/:userId/read')],
    ['an internal error', () => mockError('post', '/api/message/:userId/read', 500, 'Error')],
  ])(
    'when seen: are reported as read once, again after %s, and no longer counted',
    async (_, mockFailure) => {
      const theirs = message(meena._id, 1);
      await openWith([theirs], null, { unreadCount: 1 });
      expect(unread().unreadTotal).toBe(1);
      expect(chat()).toMatchObject({ firstUnreadId: theirs._id, unreadOnOpen: 1 });
      mockFailure();

      chat().acknowledgeSeen();
      chat().acknowledgeSeen();

      expect(unread()).toEqual(expect.objectContaining({ unreadTotal: 0, byUser: {} }));
      await new Promise((resolve) => setTimeout(resolve, 250));
      const receipts = mockResponse('post', '/api/message/:userId/read', { unreadCount: 0 });
      chat().flushPending();
      await expect.poll(() => receipts.map(({ body }) => body)).toEqual([{ upTo: theirs._id }]);
    },
  );

  it('when the tab is hidden or they were read before: are not reported as read', async () => {
    const receipts = mockResponse('post', '/api/message/:userId/read', { unreadCount: 0 });
    mockResponse('post', '/api/message/:userId/delivered', { unreadCount: 1 });
    const theirs = message(meena._id, 1);
    await openWith([theirs], null, { ownReadUpTo: theirs._id });
    chat().acknowledgeSeen();
    setVisibility('hidden');
    chat().receiveMessage(message(meena._id, 2));
    chat().acknowledgeSeen();
    await new Promise((resolve) => setTimeout(resolve, 300));

    expect(receipts).toEqual([]);
    expect(unread().unreadTotal).toBe(1);
    expect(chat().firstUnreadId).toBe(chat().messages[1]?._id);

    setVisibility('visible');
    chat().acknowledgeSeen();
    setVisibility('hidden');
    chat().receiveMessage(message(meena._id, 3));
    chat().receiveMessage(message(meena._id, 4));
    expect(chat().firstUnreadId).toBe(chat().messages[2]?._id);
  });

  it('when the response to a delivery receipt arrives after the response to a read receipt: stay at zero', async () => {
    await openWith([]);
    const release = { delivered: () => {}, read: () => {} };
    const mockPending = (kind: keyof typeof release, unreadCount: number) =>
      mockResponse('post', `/api/message/:userId/${kind}`, async () => {
        await new Promise<void>((resolve) => {
          release[kind] = resolve;
        });
        return { unreadCount };
      });
    const [delivered, read] = [mockPending('delivered', 1), mockPending('read', 0)];

    chat().receiveMessage(message(meena._id, 1));
    await expect.poll(() => delivered.length).toBe(1);
    chat().acknowledgeSeen();
    await expect.poll(() => read.length).toBe(1);
    release.read();
    await new Promise((resolve) => setTimeout(resolve, 30));
    release.delivered();
    await new Promise((resolve) => setTimeout(resolve, 60));

    expect(unread()).toMatchObject({ unreadTotal: 0, byUser: {} });
  });

  it('when seen on arrival: are never counted, and reported with one receipt', async () => {
    // The shortest delay of a delivery receipt, which is then due before the read receipt.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const delivered = mockResponse('post', '/api/message/:userId/delivered', { unreadCount: 1 });
    const read = mockResponse('post', '/api/message/:userId/read', { unreadCount: 0 });
    await openWith([]);
    const counts: number[] = [];
    const stop = useUnreadStore.subscribe(({ unreadTotal }) => counts.push(unreadTotal));
    const stopAcknowledging = useChatStore.subscribe((state, before) => {
      if (state.messages !== before.messages) state.acknowledgeSeen();
    });

    chat().receiveMessage(message(meena._id, 1));
    await expect.poll(() => read.length).toBe(1);
    stop();
    stopAcknowledging();

    expect(counts.filter((count) => count > 0)).toEqual([]);
    expect(delivered).toEqual([]);
  });

  it('when several arrive at once and the last one is seen: are never counted', async () => {
    await openWith([]);
    const counts: number[] = [];
    onTestFinished(useUnreadStore.subscribe(({ unreadTotal }) => counts.push(unreadTotal)));

    for (const minute of [1, 2, 3]) chat().receiveMessage(message(meena._id, minute));
    chat().acknowledgeSeen();
    await new Promise((resolve) => setTimeout(resolve, 30));

    expect(counts.filter((count) => count > 0)).toEqual([]);
  });

  it('when read on another device: are no longer counted', async () => {
    chat().receiveMessage(message(zoya._id, 1));
    await new Promise((resolve) => setTimeout(resolve, 5));

    chat().applyReceipt('read', { byUserId: me._id, ofUserId: zoya._id, upTo: 'x', unreadCount: 0 });

    expect(unread().unreadTotal).toBe(0);
  });

  it('when read on another device up to the one before the last: are counted by a new request', async () => {
    mockPendingDelivery();
    mockResponse('get', '/api/message/unread', { total: 1, byUser: { [zoya._id]: 1 } });
    const [first, second] = [message(zoya._id, 1), message(zoya._id, 2)];
    for (const each of [first, second]) chat().receiveMessage(each);
    await new Promise((resolve) => setTimeout(resolve, 5));

    // The server has counted before it stored the second message.
    chat().applyReceipt('read', { byUserId: me._id, ofUserId: zoya._id, upTo: first._id, unreadCount: 0 });

    await expect.poll(() => unread().byUser).toEqual({ [zoya._id]: 1 });
  });

  it('when deleted for both users: are no longer counted', async () => {
    mockPendingDelivery();
    const theirs = message(zoya._id, 1);
    chat().receiveMessage(theirs);
    expect(unread().unreadTotal).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));

    chat().applyChange({
      message: { ...theirs, text: '', deletedAt: theirs.createdAt },
      changeNumber: 1,
    });

    await expect.poll(() => unread().unreadTotal).toBe(0);
  });

  it('when deleted for the user alone: are no longer counted', async () => {
    mockPendingDelivery();
    mockResponse('get', `/api/message/${zoya._id}`, buildConversation([]));
    const theirs = message(zoya._id, 1);
    chat().receiveMessage(theirs);
    expect(unread().unreadTotal).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));

    chat().applyRemoval({ messageId: theirs._id, withUserId: zoya._id, changeNumber: 1 });

    await expect.poll(() => unread().unreadTotal).toBe(0);
  });

  it('when deleted for both users, while the counts fail to load: are no longer counted after another request', async () => {
    mockPendingDelivery();
    useChatStore.setState({ socketId: 's1' });
    const failures = mockError('get', '/api/message/unread', 503, 'Too much to do');
    const theirs = message(zoya._id, 1);
    chat().receiveMessage(theirs);
    chat().applyChange({
      message: { ...theirs, text: '', deletedAt: theirs.createdAt },
      changeNumber: 1,
    });
    await expect.poll(() => failures.length).toBe(1);
    expect(unread().unreadTotal).toBe(1);

    mockResponse('get', '/api/message/unread', { total: 0, byUser: {} });

    await expect.poll(() => unread().unreadTotal).toBe(0);
  });

  it.each([
    ['theirs', message(zoya._id, 3)],
    ["the user's", message(me._id, 3, { receiverId: zoya._id })],
  ])(
    'on connect, when the last message is %s: take the counts of the server and are reported as delivered',
    async (_, last) => {
      mockResponse('get', '/api/message/unread', { total: 4, byUser: { [zoya._id]: 4 } });
      mockResponse('get', '/api/message/get-all-users', [{ ...zoya, lastMessage: last, unreadCount: 4 }]);
      const receipts = mockResponse('post', '/api/message/:userId/delivered', { unreadCount: 4 });
      useChatStore.setState({ usersCursor: undefined, users: [] });

      chat().setConnection('s1');

      await expect.poll(() => receipts.map(({ body }) => body)).toEqual([{ upTo: last._id }]);
      expect(unread().unreadTotal).toBe(4);
    },
  );

  it('on connect during an older request: are counted by a new request', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const unreadRequests = mockResponse('get', '/api/message/unread', async () => {
      if (unreadRequests.length > 1) return { total: 4, byUser: { [zoya._id]: 4 } };
      await released;
      return { total: 0, byUser: {} };
    });
    mockResponse('get', '/api/message/get-all-users', [meena, zoya]);
    chat().catchUp();
    await expect.poll(() => unreadRequests.length).toBe(1);

    chat().setConnection('s1');
    release();

    await expect.poll(() => unread().unreadTotal).toBe(4);
  });

  it('when the count fails to load after it had failed for the previous user: are requested again soon', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    mockResponse('get', '/api/message/get-all-users', [meena, zoya]);
    const failures = mockError('get', '/api/message/unread', 503, 'Too much to do');
    chat().setConnection('s1');
    for (let count = 1; count <= 6; count += 1) {
      await expect.poll(() => failures.length).toBeGreaterThanOrEqual(count);
      chat().catchUp();
    }
    dropSessionData(me._id);

    const failuresOfNext = mockError('get', '/api/message/unread', 503, 'Too much to do');
    chat().setConnection('s2');

    // The first delay is half a second; that of the previous user has grown to many seconds.
    await expect.poll(() => failuresOfNext.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    dropSessionData(me._id);
  });

  it('when the count fails to load while connected: are requested again', async () => {
    mockResponse('get', '/api/message/get-all-users', [meena, zoya]);
    mockError('get', '/api/message/unread', 503, 'Too much to do');
    chat().setConnection('s1');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const unreadRequests = mockResponse('get', '/api/message/unread', {
      total: 4,
      byUser: { [zoya._id]: 4 },
    });

    await expect.poll(() => unreadRequests.length).toBe(1);
    await expect.poll(() => unread().unreadTotal).toBe(4);
  });

  it('missed while disconnected: follow the separator, unless they are seen as they arrive', async () => {
    const [first, second] = [message(meena._id, 1), message(meena._id, 2)];
    const [third, fourth] = [message(meena._id, 3), message(meena._id, 4)];
    mockResponse('get', '/api/message/get-all-users', [meena, zoya]);
    mockResponse('post', '/api/message/:userId/delivered', { unreadCount: 1 });
    mockResponse('post', '/api/message/:userId/read', { unreadCount: 0 });
    mockResponse('get', `/api/message/${meena._id}/changes`, {
      messages: [],
      removed: [],
      changeNumber: 0,
      hasMore: false,
    });
    await openWith([first], null, { ownReadUpTo: first._id });
    chat().acknowledgeSeen();
    // Until all have arrived, the store waits for the screen.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    const seen = waitForMessages(2).then(() => chat().acknowledgeSeen());
    mockResponse('get', `/api/message/${meena._id}`, buildConversation([second]));
    chat().catchUp();
    await seen;
    const unseen = waitForMessages(4);
    mockResponse('get', `/api/message/${meena._id}`, buildConversation([third, fourth]));
    chat().catchUp();
    await unseen;
    vi.advanceTimersByTime(1);

    await expect.poll(() => chat().firstUnreadId).toBe(third._id);
  });

  it('beyond the loaded page: are found by loading older pages', async () => {
    const [old, between, last] = [message(meena._id, 1), message(meena._id, 2), message(meena._id, 3)];
    mockResponse('get', `/api/message/${meena._id}`, ({ url }) =>
      url.searchParams.has('before')
        ? buildConversation([old, between])
        : buildConversation([last], last._id, { unreadCount: 2 }),
    );
    await chat().selectUser(meena);
    expect(chat().firstUnreadId).toBeNull();

    await chat().fetchFirstUnread();

    expect(chat().firstUnreadId).toBe(between._id);
  });

  it('beyond the loaded page, when older pages cannot be loaded: begin with the first loaded one', async () => {
    const [first, last] = [message(meena._id, 2), message(meena._id, 3)];
    await openWith([message(me._id, 1), first, last], first._id, { unreadCount: 3 });
    mockError('get', `/api/message/${meena._id}`, 503, 'Too much to do');

    await chat().fetchFirstUnread();

    expect(chat().firstUnreadId).toBe(first._id);
  });

  it('beyond the loaded page, with a count at its limit: begin after the last read message', async () => {
    const older = message(meena._id, 1);
    const [read, unreadOne, last] = [message(meena._id, 2), message(meena._id, 3), message(meena._id, 4)];
    const pages = [
      buildConversation([last], last._id, { unreadCount: MAX_UNREAD_COUNT, ownReadUpTo: read._id }),
      buildConversation([read, unreadOne], read._id),
      buildConversation([older]),
    ];
    const requests = mockResponse('get', `/api/message/${meena._id}`, () => pages[requests.length - 1]);
    await chat().selectUser(meena);

    await chat().fetchFirstUnread();

    expect(chat().firstUnreadId).toBe(unreadOne._id);
    expect(requests).toHaveLength(2);
  });

  it('beyond the loaded page, searched for twice concurrently: are found with one request per page', async () => {
    const [old, between, last] = [message(meena._id, 1), message(meena._id, 2), message(meena._id, 3)];
    const requests = mockResponse('get', `/api/message/${meena._id}`, ({ url }) =>
      url.searchParams.has('before')
        ? buildConversation([old, between])
        : buildConversation([last], last._id, { unreadCount: 2 }),
    );
    await chat().selectUser(meena);

    await Promise.all([chat().fetchFirstUnread(), chat().fetchFirstUnread()]);

    expect(chat().firstUnreadId).toBe(between._id);
    expect(requests).toHaveLength(2);
  });
});

describe('receipts of the other user', () => {
  it('delivered and read: advance and never go back', async () => {
    const [first, second] = [message(me._id, 1), message(me._id, 2)];
    await openWith([first, second], null, { deliveredUpTo: first._id });
    expect(chat().receipts).toEqual({ deliveredUpTo: first._id });
    const receipt = { byUserId: meena._id, ofUserId: me._id };

    chat().applyReceipt('read', { ...receipt, upTo: second._id });
    chat().applyReceipt('read', { ...receipt, upTo: first._id });

    expect(chat().receipts).toEqual({ deliveredUpTo: first._id, readUpTo: second._id });
  });
});

describe('changes of messages', () => {
  it('after a missed change: fetches all changes since the last known one', async () => {
    const [first, second] = [message(meena._id, 1), message(me._id, 2)];
    await openWith([first, second], null, { changeNumber: 3 });
    const tombstone = { ...first, text: '', deletedAt: '2026-03-01T11:00:00.000Z' };
    const requests = mockResponse('get', `/api/message/${meena._id}/changes`, {
      messages: [tombstone],
      removed: [second._id],
      changeNumber: 5,
      hasMore: false,
    });
    mockResponse('get', `/api/message/${meena._id}`, buildConversation([], null, { changeNumber: 5 }));

    chat().applyChange({ message: tombstone, changeNumber: 5 });

    await expect.poll(() => chat().messages).toEqual([tombstone]);
    expect(requests[0]?.url.searchParams.get('since')).toBe('3');
  });

  it('messages of both users at the same time, and more while their order is requested: requests the order again', async () => {
    await openWith([message(meena._id, 1)]);
    mockResponse('get', '/api/message/get-all-users', [meena, zoya]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const respond: ((messages: Message[]) => void)[] = [];
    mockResponse('get', `/api/message/${meena._id}`, async () =>
      buildConversation(await new Promise<Message[]>((resolve) => respond.push(resolve))),
    );
    const receiveFromBoth = (minute: number) => {
      const both = [message(meena._id, minute), message(me._id, minute)];
      for (const received of both) chat().receiveMessage(received);
      return both;
    };
    chat().catchUp();
    await expect.poll(() => respond.length).toBe(1);
    const first = receiveFromBoth(2);
    vi.advanceTimersByTime(ORDER_SYNC_DELAY_MS);
    respond[0]?.([]);
    await expect.poll(() => respond.length).toBe(2);
    const second = receiveFromBoth(3);
    const messagesBefore = chat().messages;
    respond[1]?.(first.toReversed());
    await expect.poll(() => chat().messages).not.toBe(messagesBefore);

    vi.advanceTimersByTime(ORDER_SYNC_DELAY_MS);

    await expect.poll(() => respond.length).toBe(3);
    respond[2]?.(second.toReversed());
    await expect.poll(() => chat().messages.slice(-2)).toEqual(second.toReversed());
  });

  it('reacting: shows the reaction before the response, and reverts it when rejected', async () => {
    const first = message(meena._id, 1);
    await openWith([first]);
    mockError(
      'put',
      `/api/message/${first._id}/reaction`,
      403,
      "You can't send messages to this person.",
      'cannot_message',
    );

    const reacting = chat().react(first._id, '🙏');
    expect(chat().messages[0]?.reactions).toEqual([{ userId: me._id, emoji: '🙏' }]);

    expect(await reacting).toBe(false);
    expect(chat()).toMatchObject({ messages: [first], error: "You can't send messages to this person." });
  });

  it('reacting twice before the response: sends the second reaction after the response to the first', async () => {
    const first = message(meena._id, 1);
    await openWith([first]);
    const { pending, release } = createPendingResponse();
    const path = `/api/message/${first._id}/reaction`;
    const requests = mockResponse('put', path, () => pending.then(() => ({ message: first })));

    const reacting = [chat().react(first._id, '👍'), chat().react(first._id, '❤️')];
    await expect.poll(() => requests).toHaveLength(1);
    release();
    await Promise.all(reacting);

    expect(requests.map(({ body }) => body)).toEqual([{ emoji: '👍' }, { emoji: '❤️' }]);
    expect(chat().messages[0]?.reactions).toEqual([{ userId: me._id, emoji: '❤️' }]);
  });

  it('reacting twice before the response, rejected: shows the message as it was', async () => {
    const first = message(meena._id, 1);
    await openWith([first]);
    const path = `/api/message/${first._id}/reaction`;
    mockError('put', path, 403, "You can't send messages to this person.", 'cannot_message');

    await Promise.all([chat().react(first._id, '👍'), chat().react(first._id, '❤️')]);

    expect(chat().messages).toEqual([first]);
  });

  it('deleting: removes the message for the user, leaves an empty row for both', async () => {
    const [first, second] = [message(meena._id, 1), message(me._id, 2)];
    await openWith([first, second]);
    const tombstone = { ...second, text: '', deletedAt: '2026-03-01T11:00:00.000Z' };
    mockResponse('delete', `/api/message/${first._id}`, { _id: first._id });
    mockResponse('delete', `/api/message/${second._id}`, { _id: second._id, message: tombstone });

    await chat().deleteMessage(first._id, 'me');
    await chat().deleteMessage(second._id, 'both');

    expect(chat().messages).toEqual([tombstone]);
  });

  it('deleting the last message, here or on another device: previews the message before it', async () => {
    const [first, second, third] = [message(meena._id, 1), message(me._id, 2), message(me._id, 3)];
    await openWith([first, second, third]);
    useChatStore.setState({ users: [zoya, { ...meena, lastMessage: third }], usersCursor: null });
    mockResponse('delete', `/api/message/${third._id}`, { _id: third._id });
    const requests = mockResponse(
      'get',
      `/api/message/${meena._id}`,
      buildConversation([second], second._id),
    );

    await chat().deleteMessage(third._id, 'me');
    // The deleted text disappears even before the response.
    expect(chat().users).toEqual([zoya, meena]);
    await expect.poll(() => chat().users).toEqual([zoya, { ...meena, lastMessage: second }]);
    expect(requests[0]?.url.searchParams.get('limit')).toBe('1');

    mockResponse('get', `/api/message/${meena._id}`, buildConversation([]));
    chat().applyRemoval({ messageId: second._id, withUserId: meena._id, changeNumber: 0 });
    await expect.poll(() => chat().users).toEqual([zoya, meena]);
  });

  it('deleting the last message, then the one before it before the response: previews neither', async () => {
    const [first, second, third] = [message(meena._id, 1), message(me._id, 2), message(me._id, 3)];
    useChatStore.setState({ users: [{ ...meena, lastMessage: third }], usersCursor: null });
    const { pending, release } = createPendingResponse();
    const lookups = mockResponse('get', `/api/message/${meena._id}`, async () => {
      if (lookups.length > 1) return buildConversation([first]);
      await pending;
      return buildConversation([second], second._id);
    });
    const remove = ({ _id: messageId }: { _id: string }) =>
      chat().applyRemoval({ messageId, withUserId: meena._id, changeNumber: 0 });
    remove(third);
    await expect.poll(() => lookups.length).toBe(1);

    remove(second);
    release();

    await expect.poll(() => chat().users).toEqual([{ ...meena, lastMessage: first }]);
  });

  it('deleting the last message, then receiving one before the response: previews the new one', async () => {
    const [deleted, received] = [message(meena._id, 2), message(meena._id, 3)];
    useChatStore.setState({ users: [{ ...meena, lastMessage: deleted }], usersCursor: null });
    let usersBefore = chat().users;
    mockResponse('get', `/api/message/${meena._id}`, () => {
      chat().receiveMessage(received);
      usersBefore = chat().users;
      return buildConversation([message(meena._id, 1)]);
    });

    chat().applyRemoval({ messageId: deleted._id, withUserId: meena._id, changeNumber: 1 });
    await expect.poll(() => usersBefore[0]?.lastMessage).toEqual(received);
    await expect.poll(() => chat().users).not.toBe(usersBefore);

    expect(chat().users).toMatchObject([{ _id: meena._id, lastMessage: received }]);
  });

  it('blocking, on this device or another: updates the contact and the conversation', async () => {
    await openWith([]);
    mockResponse('put', `/api/message/${meena._id}/block`, { isBlocked: true });

    expect(await chat().setBlocked(meena._id, true)).toBe(true);
    expect(chat()).toMatchObject({ isBlocked: true, users: [{ isBlocked: true }, { isBlocked: false }] });
    chat().applyBlock(meena._id, false);

    expect(chat()).toMatchObject({ isBlocked: false, users: [{ isBlocked: false }, { isBlocked: false }] });
  });
});

describe('responses that arrive after another user has signed in', () => {
  /** Signs in as another user of the same conversation, who has opened it too. */
  async function switchUser(messages: Message[]) {
    dropSessionData(me._id);
    useAuthStore.setState({ user: buildUser() });
    useChatStore.setState({ users: [{ ...meena, lastMessage: messages.at(-1) ?? message(me._id, 1) }] });
    await openWith(messages);
  }

  it('to a block: does not block the contact of that user', async () => {
    const { pending, release } = createPendingResponse();
    const requests = mockResponse('put', `/api/message/${meena._id}/block`, async () => {
      await pending;
      return { isBlocked: true };
    });
    const blocking = chat().setBlocked(meena._id, true);
    await expect.poll(() => requests.length).toBe(1);
    await switchUser([]);

    release();
    await blocking;

    expect(chat()).toMatchObject({ isBlocked: false, users: [{ isBlocked: false }] });
  });

  it.each(['me', 'both'] as const)('to a deletion for %s: does not change the message', async (scope) => {
    const deleted = message(meena._id, 1);
    await openWith([deleted]);
    const { pending, release } = createPendingResponse();
    const requests = mockResponse('delete', `/api/message/${deleted._id}`, async () => {
      await pending;
      const tombstone = { ...deleted, text: '', deletedAt: '2026-03-01T11:00:00.000Z' };
      return { _id: deleted._id, ...(scope === 'both' && { message: tombstone }) };
    });
    const deleting = chat().deleteMessage(deleted._id, scope);
    await expect.poll(() => requests.length).toBe(1);
    await switchUser([deleted]);

    release();
    await deleting;

    expect(chat()).toMatchObject({ messages: [deleted], users: [{ lastMessage: deleted }] });
  });

  it('to a block that fails: shows that user no error', async () => {
    const { pending, release } = createPendingResponse();
    const requests = mockResponse('put', `/api/message/${meena._id}/block`, () => pending.then(() => ({})), {
      status: 503,
    });
    const blocking = chat().setBlocked(meena._id, true);
    await expect.poll(() => requests.length).toBe(1);
    await switchUser([]);

    release();
    await blocking;

    expect(chat().error).toBeNull();
  });
});

describe('blocks', () => {
  it('an event during a request for messages: takes precedence over the response', async () => {
    let respond: (page: unknown) => void = () => undefined;
    const pending = new Promise((resolve) => {
      respond = resolve;
    });
    const requests = mockResponse('get', `/api/message/${meena._id}`, () => pending);
    const opening = chat().selectUser(meena);
    await expect.poll(() => requests.length).toBe(1);

    chat().applyCanMessage(zoya._id, false);
    expect(chat().canMessage).toBe(true);
    chat().applyCanMessage(meena._id, false);
    respond(buildConversation([]));
    await opening;

    expect(chat().canMessage).toBe(false);
  });

  it('removed without the socket, with the conversation open: shows that messages are possible again', async () => {
    mockResponse('get', `/api/message/${meena._id}`, buildConversation([], null, { canMessage: false }));
    await chat().selectUser(meena);
    mockResponse('get', `/api/message/${meena._id}`, buildConversation());
    mockResponse('delete', `/api/message/${meena._id}/block`, { isBlocked: false });

    expect(await chat().setBlocked(meena._id, false)).toBe(true);

    await expect.poll(() => chat()).toMatchObject({ isBlocked: false, canMessage: true });
  });
});

describe('typing', () => {
  it('of another user: ends after the timeout or when their message arrives', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    chat().applyTyping(meena._id);
    chat().applyTyping(zoya._id);
    expect(chat().typing).toEqual([meena._id, zoya._id]);

    chat().receiveMessage(message(zoya._id, 1));
    expect(chat().typing).toEqual([meena._id]);
    vi.advanceTimersByTime(TYPING_TTL_MS);
    expect(chat().typing).toEqual([]);
  });

  it('of the user: is sent at most once a second, and only while connected', async () => {
    const notified: string[] = [];
    chat().start(me._id, (userId) => notified.push(userId));
    await openWith([]);
    chat().notifyTyping();
    expect(notified).toEqual([]);

    useChatStore.setState({ socketId: 's1' });
    chat().notifyTyping();
    chat().notifyTyping();

    expect(notified).toEqual([meena._id]);
  });
});

describe('drafts', () => {
  async function openTab(storage: ChatStorage) {
    const { getState, setState } = createStore<DraftsState>(() => initialDrafts);
    const slice = createDraftsSlice({ set: setState, get: getState }, storage);
    onTestFinished(slice.stop);
    await slice.load(me._id);
    const draftTo = (userId: string) => getDraft(getState(), userId);
    return { slice, draftTo, textTo: (userId: string) => draftTo(userId).text };
  }

  it('with text, picture, quote and story: are restored after a reload, for their author alone', async () => {
    const image = 'data:image/png;base64,AAAA';
    const replyTo = {
      _id: buildId(),
      senderId: meena._id,
      text: 'எந்தப் படித்துறை?',
      hasImage: false,
      isDeleted: false,
    };
    const story = {
      postId: buildId(),
      post: { slug: 'ghat', blogTitle: 'படித்துறை', blogImage: '', authorName: 'Meena' },
      quotedText: 'படகு',
    };
    chat().setDraft(meena._id, { replyTo, story });
    chat().setDraft(meena._id, { text: 'பாதி', image });
    chat().setDraft(meena._id, { text: 'பாதி கடிதம்' });
    await expect.poll(() => createChatStorage().listDrafts(me._id)).toHaveLength(4);
    // As after a reload, nothing is in memory.
    useChatStore.setState({ drafts: {} });
    const slice = createDraftsSlice({ set: useChatStore.setState, get: chat }, createChatStorage());
    onTestFinished(slice.stop);

    await slice.load(zoya._id);
    expect(chat().drafts).toEqual({});
    await slice.load(me._id);

    expect(getDraft(chat(), meena._id)).toEqual({ text: 'பாதி கடிதம்', image, replyTo, story });
  });

  it('with the quote removed: are removed from the device too', async () => {
    const replyTo = { _id: buildId(), senderId: meena._id, text: 'हाँ', hasImage: false, isDeleted: false };
    chat().setDraft(meena._id, { replyTo });
    await expect.poll(() => createChatStorage().listDrafts(me._id)).toHaveLength(1);

    chat().setDraft(meena._id, { replyTo: null });

    await expect.poll(() => createChatStorage().listDrafts(me._id)).toEqual([]);
    expect(chat().drafts).toEqual({});
  });

  it('sent while the disk is full: stay on the device until the message is sent', async () => {
    const listStored = () => createChatStorage().listDrafts(me._id);
    chat().setDraft(meena._id, { text: 'पक्का' });
    await expect.poll(listStored).toHaveLength(1);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    mockResponse('get', '/api/auth/check-auth', me);
    mockNetworkError('post', `/api/message/send/${meena._id}`);
    await openWith([]);

    await chat().sendMessage({ receiverId: meena._id, text: 'पक्का' });

    expect(getDraft(chat(), meena._id).text).toBe('');
    await expect.poll(() => chat().outgoing).toMatchObject([{ state: 'waiting' }]);
    expect(await listStored()).toMatchObject([{ value: 'पक्का' }]);
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);

    mockResponse('post', `/api/message/send/${meena._id}`, message(me._id, 1), { status: 201 });
    chat().flushPending();

    await expect.poll(listStored).toEqual([]);
  });

  it('sent in another tab: are emptied, unless they were changed in this one', async () => {
    const storage = createChatStorage();
    await storage.putDraft([me._id, meena._id, 'text'], 'ஆறு மணிக்கு');
    await storage.putDraft([me._id, zoya._id, 'text'], 'छह बजे');
    const [other, tab] = [await openTab(storage), await openTab(storage)];
    // The other tab still has the words that were restored when it was opened.
    tab.slice.actions.setDraft(meena._id, { text: 'ஆறு மணிக்கு, நிலையத்தில்' });
    other.slice.actions.setDraft(zoya._id, { text: 'छह बजे, या सात' });

    for (const { _id } of [zoya, meena]) tab.slice.clear(_id)();

    await expect.poll(() => other.textTo(meena._id)).toBe('');
    expect(other.textTo(zoya._id)).toBe('छह बजे, या सात');
    await other.slice.load(me._id);
    expect(other.textTo(meena._id)).toBe('');
  });

  it('written in another tab: are shown in this one, and continued in either', async () => {
    const storage = createChatStorage();
    const listStored = async () => (await storage.listDrafts(me._id))?.map(({ value }) => value);
    const [other, tab] = [await openTab(storage), await openTab(storage)];
    other.slice.actions.setDraft(meena._id, { text: 'பாதி' });
    await expect.poll(() => tab.textTo(meena._id)).toBe('பாதி');

    tab.slice.actions.setDraft(meena._id, { text: 'பாதி கடிதம்' });
    await expect.poll(() => other.textTo(meena._id)).toBe('பாதி கடிதம்');
    expect(await listStored()).toEqual(['பாதி கடிதம்']);
    tab.slice.clear(meena._id)();

    await expect.poll(() => other.textTo(meena._id)).toBe('');
    await expect.poll(listStored).toEqual([]);
  });

  it('emptied in another tab: are emptied in this one', async () => {
    const storage = createChatStorage();
    const [other, tab] = [await openTab(storage), await openTab(storage)];
    const replyTo = { _id: buildId(), senderId: meena._id, text: 'हाँ', hasImage: false, isDeleted: false };
    other.slice.actions.setDraft(meena._id, { text: 'பாதி', replyTo });
    await expect.poll(() => tab.draftTo(meena._id)).toMatchObject({ text: 'பாதி', replyTo });

    tab.slice.actions.setDraft(meena._id, { text: '', replyTo: null });

    await expect.poll(() => other.draftTo(meena._id)).toEqual(EMPTY_DRAFT);
  });

  it('emptied in another tab while they are loaded: are not restored', async () => {
    const storage = createChatStorage();
    await storage.putDraft([me._id, meena._id, 'text'], 'சரி');
    const other = await openTab(storage);
    const listDrafts: ChatStorage['listDrafts'] = async (ownerId) => {
      const stored = await storage.listDrafts(ownerId);
      await new Promise((resolve) => {
        const channel = new BroadcastChannel('safarnama-draft-changes');
        onTestFinished(() => channel.close());
        channel.onmessage = resolve;
        other.slice.actions.setDraft(meena._id, { text: '' });
      });
      return stored;
    };

    const tab = await openTab({ ...storage, listDrafts });

    expect(tab.textTo(meena._id)).toBe('');
  });

  it('not stored yet, while another text is sent in another tab: are on the device again', async () => {
    const storage = createChatStorage();
    const listStored = async () => (await storage.listDrafts(me._id))?.map(({ value }) => value);
    const { pending, release } = createPendingResponse();
    const putDraft: ChatStorage['putDraft'] = async (...args) => {
      await pending;
      return storage.putDraft(...args);
    };
    const [other, tab] = [await openTab({ ...storage, putDraft }), await openTab(storage)];
    other.slice.actions.setDraft(meena._id, { text: 'பாதி கடிதம்' });
    tab.slice.actions.setDraft(meena._id, { text: 'சரி' });
    await expect.poll(listStored).toEqual(['சரி']);

    tab.slice.clear(meena._id)();
    await expect.poll(listStored).toEqual([]);
    release();

    await expect.poll(listStored).toEqual(['பாதி கடிதம்']);
    expect(other.textTo(meena._id)).toBe('பாதி கடிதம்');
  });

  it('written in another tab after this one sent, or received that the other sent: are restored', async () => {
    const storage = createChatStorage();
    const listStored = async () => (await storage.listDrafts(me._id))?.map(({ value }) => value);
    const [other, tab] = [await openTab(storage), await openTab(storage)];
    for (const { _id } of [meena, zoya]) tab.slice.actions.setDraft(_id, { text: 'சரி' });
    other.slice.actions.setDraft(zoya._id, { text: 'சரி' });
    tab.slice.clear(meena._id)();
    other.slice.clear(zoya._id)();
    await expect.poll(() => tab.textTo(zoya._id)).toBe('');
    await expect.poll(listStored).toEqual([]);

    for (const { _id } of [meena, zoya]) other.slice.actions.setDraft(_id, { text: 'அடுத்தது' });
    await expect.poll(listStored).toHaveLength(2);
    await tab.slice.load(me._id);

    expect([meena, zoya].map(({ _id }) => tab.textTo(_id))).toEqual(['அடுத்தது', 'அடுத்தது']);
  });

  it('taken over from another tab: are emptied when that one sends them with changes', async () => {
    const storage = createChatStorage();
    const listStored = async () => (await storage.listDrafts(me._id))?.map(({ value }) => value);
    const [other, tab] = [await openTab(storage), await openTab(storage)];
    tab.slice.actions.setDraft(meena._id, { text: 'சரி' });
    tab.slice.clear(meena._id)();
    await expect.poll(listStored).toEqual([]);
    other.slice.actions.setDraft(meena._id, { text: 'ஆறு' });
    await expect.poll(listStored).toEqual(['ஆறு']);
    await tab.slice.load(me._id);

    other.slice.actions.setDraft(meena._id, { text: 'ஆறு மணிக்கு' });
    other.slice.clear(meena._id)();

    await expect.poll(() => tab.textTo(meena._id)).toBe('');
    await expect.poll(listStored).toEqual([]);
  });

  it('written in another tab after it sent one that is not stored yet: are not emptied then', async () => {
    const storage = createChatStorage();
    const [other, tab] = [await openTab(storage), await openTab(storage)];
    other.slice.actions.setDraft(meena._id, { text: 'சரி', image: 'data:image/png;base64,AAAA' });
    await expect.poll(() => tab.draftTo(meena._id)).toEqual(other.draftTo(meena._id));
    const deleteStored = other.slice.clear(meena._id);
    other.slice.actions.setDraft(meena._id, { text: 'அடுத்தது' });
    await expect.poll(() => tab.textTo(meena._id)).toBe('அடுத்தது');

    deleteStored();

    await expect.poll(() => tab.draftTo(meena._id)).toEqual({ ...EMPTY_DRAFT, text: 'அடுத்தது' });
  });

  it('sent in another tab while they are loaded: are not restored', async () => {
    const storage = createChatStorage();
    await storage.putDraft([me._id, meena._id, 'text'], 'சரி');
    const other = await openTab(storage);
    let isSending = false;
    const listDrafts: ChatStorage['listDrafts'] = async (ownerId) => {
      const stored = await storage.listDrafts(ownerId);
      if (isSending) {
        other.slice.clear(meena._id)();
        await expect.poll(() => tab.textTo(meena._id)).toBe('');
      }
      return stored;
    };
    const tab = await openTab({ ...storage, listDrafts });
    expect(tab.textTo(meena._id)).toBe('சரி');

    isSending = true;
    await tab.slice.load(me._id);

    expect(tab.textTo(meena._id)).toBe('');
  });

  it('cleared while they are written: are not restored before they are deleted from the device', async () => {
    const storage = createChatStorage();
    const tab = await openTab(storage);
    tab.slice.actions.setDraft(meena._id, { text: 'சரி' });
    tab.slice.clear(meena._id);
    await expect.poll(() => storage.listDrafts(me._id)).toHaveLength(1);

    await tab.slice.load(me._id);

    expect(tab.textTo(meena._id)).toBe('');
  });

  it('sent, while the device cannot delete them: do not return when the chat is opened again', async () => {
    const storage = createChatStorage();
    const putDraft: ChatStorage['putDraft'] = async (key, value) =>
      value !== '' && (await storage.putDraft(key, value));
    const { slice, textTo } = await openTab({ ...storage, putDraft });
    slice.actions.setDraft(meena._id, { text: 'சரி' });
    await vi.waitFor(async () => expect(await storage.listDrafts(me._id)).toHaveLength(1));

    slice.clear(meena._id)();
    await slice.load(me._id);
    await slice.load(me._id);

    expect(textTo(meena._id)).toBe('');
  });

  it('sent: are deleted from the device before the other tabs are notified', async () => {
    const storage = createChatStorage();
    let isDeleted = false;
    const putDraft: ChatStorage['putDraft'] = async (key, value) => {
      const isWritten = await storage.putDraft(key, value);
      isDeleted = value === '';
      return isWritten;
    };
    const { slice } = await openTab({ ...storage, putDraft });
    slice.actions.setDraft(meena._id, { text: 'சரி' });
    const channel = new BroadcastChannel('safarnama-drafts');
    onTestFinished(() => channel.close());
    const isDeletedBefore = new Promise((resolve) => {
      channel.onmessage = () => resolve(isDeleted);
    });

    slice.clear(meena._id)();

    expect(await isDeletedBefore).toBe(true);
  });

  it('typed before the stored drafts are loaded: are combined with them', async () => {
    const storage = createChatStorage();
    await storage.putDraft([me._id, meena._id, 'text'], 'பழையது');
    await storage.putDraft([me._id, zoya._id, 'text'], 'पुराना');
    const slice = createDraftsSlice({ set: useChatStore.setState, get: chat }, storage);
    onTestFinished(slice.stop);

    slice.actions.setDraft(meena._id, { text: 'புதியது' });
    slice.actions.setDraft(zoya._id, { text: 'भेजा गया' });
    const deleteStored = slice.clear(zoya._id);
    deleteStored();
    await slice.load(me._id);

    expect(getDraft(chat(), meena._id).text).toBe('பழையது\nபுதியது');
    expect(getDraft(chat(), zoya._id).text).toBe('पुराना');
    await expect
      .poll(async () => (await storage.listDrafts(me._id))?.map(({ value }) => value).sort())
      .toEqual(['पुराना', 'பழையது\nபுதியது']);
  });

  it('typed before the stored drafts are loaded: are shown in other tabs with the stored text', async () => {
    const storage = createChatStorage();
    await storage.putDraft([me._id, meena._id, 'text'], 'பழையது');
    const other = await openTab(storage);
    const shown: string[] = [];
    const channel = new BroadcastChannel('safarnama-draft-changes');
    onTestFinished(() => channel.close());
    channel.onmessage = ({ data }) => shown.push(data.value);
    const slice = createDraftsSlice({ set: useChatStore.setState, get: chat }, storage);
    onTestFinished(slice.stop);

    slice.actions.setDraft(meena._id, { text: 'புதியது' });

    await expect.poll(() => other.textTo(meena._id)).toBe('பழையது\nபுதியது');
    expect(shown).toEqual(['பழையது\nபுதியது']);
  });

  it('continued from another tab while the device cannot be read: are not combined with their beginning', async () => {
    const storage = createChatStorage();
    const other = await openTab(storage);
    let isReadable = false;
    const listDrafts: ChatStorage['listDrafts'] = async (ownerId) =>
      isReadable ? storage.listDrafts(ownerId) : null;
    const tab = await openTab({ ...storage, listDrafts });
    other.slice.actions.setDraft(meena._id, { text: 'பாதி' });
    await expect.poll(() => tab.textTo(meena._id)).toBe('பாதி');
    await expect.poll(() => storage.listDrafts(me._id)).toHaveLength(1);

    isReadable = true;
    tab.slice.actions.setDraft(meena._id, { text: 'பாதி கடிதம்' });

    await expect.poll(() => other.textTo(meena._id)).toBe('பாதி கடிதம்');
    await expect
      .poll(async () => (await storage.listDrafts(me._id))?.map(({ value }) => value))
      .toEqual(['பாதி கடிதம்']);
    expect(tab.textTo(meena._id)).toBe('பாதி கடிதம்');
  });

  it('typed while the device cannot be read: do not replace the stored drafts, and are combined with them later', async () => {
    const storage = createChatStorage();
    await storage.putDraft([me._id, meena._id, 'text'], 'பழையது');
    let isReadable = false;
    const listDrafts: ChatStorage['listDrafts'] = async (ownerId) =>
      isReadable ? storage.listDrafts(ownerId) : null;
    const slice = createDraftsSlice({ set: useChatStore.setState, get: chat }, { ...storage, listDrafts });
    onTestFinished(slice.stop);
    slice.actions.setDraft(meena._id, { text: 'பு' });
    await slice.load(me._id);

    isReadable = true;
    slice.actions.setDraft(meena._id, { text: 'புதியது' });

    await expect.poll(() => getDraft(chat(), meena._id).text).toBe('பழையது\nபுதியது');
    await expect
      .poll(async () => (await storage.listDrafts(me._id))?.map(({ value }) => value))
      .toEqual(['பழையது\nபுதியது']);
  });
});
