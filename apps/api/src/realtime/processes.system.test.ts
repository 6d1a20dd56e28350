import { setTimeout as delay } from 'node:timers/promises';
import { type NotificationPage, SOCKET_ID_HEADER, TYPING_INTERVAL_MS } from '@safarnama/contracts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildPostInput } from '../../test/factories.js';
import {
  countOnline,
  getTexts,
  measureUntil,
  TIMEOUT_MS,
  useProcessGroup,
} from '../../test/process-group.js';
import type { TestSocket } from '../../test/socket.js';

const { measurements, startTwo, signUpTwo, open, call, send, recordDuration } = useProcessGroup('file');

describe('Reliability 6: two processes', () => {
  beforeAll(() => startTwo());

  it('messages: reach the recipient and the sender’s other device through the other process, in both directions', async () => {
    const [asha, ravi] = await signUpTwo();
    const [ashasTab, ashasPhone] = [await open(0, asha), await open(1, asha)];
    const [ravisTab, ravisPhone] = [await open(0, ravi), await open(1, ravi)];

    const origin = { [SOCKET_ID_HEADER]: ashasTab.client.id ?? '' };
    const startedAt = performance.now();
    const firstMessage = await send(0, asha, ravi, 'वहाँ', origin);
    await measureUntil(() => {
      for (const socket of [ravisTab, ravisPhone, ashasPhone]) expect(getTexts(socket)).toEqual(['वहाँ']);
    });
    const took = performance.now() - startedAt;
    // The excluded socket is connected to the process that does not receive the request.
    const secondMessage = await send(1, asha, ravi, 'ফিরে', origin);
    await measureUntil(() => expect(getTexts(ravisTab)).toEqual(['वहाँ', 'ফিরে']));
    const replyStartedAt = performance.now();
    await send(1, ravi, asha, 'பதில்');
    await measureUntil(() => expect(getTexts(ashasTab)).toEqual(['பதில்']));
    const replyElapsed = performance.now() - replyStartedAt;

    recordDuration('message sent: received on both devices of the other process', took, 1_000);
    recordDuration('message sent in the other direction: received', replyElapsed, 1_000);
    expect(getTexts(ashasPhone)).toEqual(['वहाँ', 'ফিরে', 'பதில்']);
    expect(ravisPhone.received('newMessage').slice(0, 2)).toEqual([firstMessage, secondMessage]);
  });

  it('presence: is the same in both; a user is offline 3 s after their last tab closed, not after one of two', async () => {
    const [asha, ravi] = await signUpTwo();
    const watcher = await open(1, ravi);
    const oldClient = await open(1, ravi, { auth: {} });

    const first = await open(0, asha);
    const onlineAfter = await measureUntil(() => expect(countOnline(watcher, asha)).toBe(1));
    const second = await open(1, asha);
    first.client.disconnect();
    // Longer than the grace period.
    await delay(4_500);
    const onlineAfterFirst = countOnline(watcher, asha) + countOnline(oldClient, asha);
    second.client.disconnect();
    const leftAfter = await measureUntil(() => expect(countOnline(watcher, asha)).toBe(0));
    await measureUntil(() => expect(countOnline(oldClient, asha)).toBe(0));

    expect(onlineAfterFirst).toBe(2);
    expect(watcher.received('presenceDelta').filter(({ offline }) => offline.includes(asha.id))).toHaveLength(
      1,
    );
    expect(leftAfter).toBeGreaterThan(2_900);
    recordDuration('coming online: shown through the other process', onlineAfter, 2_000);
    recordDuration('going offline: shown through the other process (3 s grace period)', leftAfter, 5_500);
  });

  it('50 sockets per user: are counted across both; more are rejected with the reason until one closes', async () => {
    const [asha, ravi] = await signUpTwo();
    const outcomes: string[] = [];
    const opened: TestSocket[] = [];
    for (let n = 0; n < 54; n += 1) {
      const attempt = open(n % 2, asha);
      await attempt.then(
        (socket) => opened.push(socket),
        (error: Error) => outcomes.push(error.message),
      );
    }
    const other = await open(1, ravi);
    opened[0]?.client.disconnect();
    const free = await vi.waitFor(() => open(1, asha), { timeout: TIMEOUT_MS, interval: 50 });

    expect(opened).toHaveLength(50);
    expect(outcomes).toEqual(Array(4).fill('Too many open tabs'));
    expect([other.client.connected, free.client.connected]).toEqual([true, true]);
    measurements.push({
      description: 'sockets of one user in two processes',
      took: '50 admitted',
      limit: '50',
    });
  });

  it('a session that ends: its sockets in the other process close within a second', async () => {
    const [asha, ravi] = await signUpTwo();
    const [socket, other] = [await open(1, asha), await open(1, ravi)];

    const startedAt = performance.now();
    await call(0, asha, 'POST', '/api/auth/logout');
    await measureUntil(() => expect(socket.disconnectReason()).toBe('io server disconnect'));

    recordDuration(
      'sockets on the other process closed with their session',
      performance.now() - startedAt,
      1_000,
    );
    expect(other.disconnectReason()).toBeNull();
  });

  it('comments of a watched story: arrive through the other process, until the story is unpublished there', async () => {
    const [asha, ravi] = await signUpTwo();
    const created = await call(0, asha, 'POST', '/api/post/create-post', buildPostInput());
    const { post } = (await created.json()) as { post: { _id: string } };
    const [watcher, other] = [await open(1, ravi), await open(1, asha)];
    expect(await watcher.client.emitWithAck('watchPost', { postId: post._id })).toEqual({ ok: true });

    const startedAt = performance.now();
    const comment = await call(0, asha, 'POST', `/api/post/${post._id}/comments`, { text: 'वहाँ से' });
    await measureUntil(() => expect(watcher.received('postComment')).toHaveLength(1));
    recordDuration('comment added: received in the other process', performance.now() - startedAt, 1_000);
    expect(watcher.received('postComment')[0]).toEqual({
      postId: post._id,
      kind: 'added',
      ...((await comment.json()) as object),
    });

    const unpublished = await call(0, asha, 'POST', `/api/post/${post._id}/unpublish`);
    const { draft } = (await unpublished.json()) as { draft: { key: string } };
    const again = { ...buildPostInput(), draftKey: draft.key };
    expect((await call(0, asha, 'POST', '/api/post/create-post', again)).status).toBe(201);
    await call(0, asha, 'POST', `/api/post/${post._id}/comments`, { text: 'फिर' });
    // Arrives after all earlier events.
    await send(0, asha, ravi, 'अंत');
    await measureUntil(() => expect(getTexts(watcher)).toEqual(['अंत']));
    expect(watcher.received('postComment')).toHaveLength(1);
    expect(other.received('postComment')).toEqual([]);
  });

  it('notifications: reach the sockets of the other process, and are read through either one', async () => {
    const [asha, ravi] = await signUpTwo();
    const created = await call(0, asha, 'POST', '/api/post/create-post', buildPostInput());
    const { post } = (await created.json()) as { post: { _id: string } };
    const socket = await open(1, asha);
    const readPage = async (index: number) =>
      (await (await call(index, asha, 'GET', '/api/notifications')).json()) as NotificationPage;

    const startedAt = performance.now();
    await call(0, ravi, 'POST', `/api/post/${post._id}/comments`, { text: 'वहाँ से' });
    await measureUntil(() => expect(socket.received('notification')).toHaveLength(1));
    recordDuration('comment stored: notification in the other process', performance.now() - startedAt, 1_000);
    const stored = socket.received('notification')[0];
    const [first, second] = [await readPage(0), await readPage(1)];
    expect(first).toEqual(second);
    expect(first).toMatchObject({ notifications: [stored], unreadCount: 1 });

    const read = await call(0, asha, 'POST', '/api/notifications/read', { upTo: stored?._id });
    expect(await read.json()).toEqual({ unreadCount: 0 });
    expect(await readPage(1)).toMatchObject({ unreadCount: 0 });
    await measureUntil(() => expect(socket.received('notificationsRead')).toEqual([{ unreadCount: 0 }]));
  });

  it('a story in a message: arrives through the other process, as do its later states', async () => {
    const [asha, ravi] = await signUpTwo();
    const created = await call(0, asha, 'POST', '/api/post/create-post', buildPostInput());
    const { post } = (await created.json()) as { post: { _id: string; slug: string; blogTitle: string } };
    const { _id: postId, slug, blogTitle } = post;
    const [author, reader] = [await open(1, asha), await open(0, ravi)];

    await call(0, ravi, 'POST', `/api/message/send/${asha.id}`, { postId, quotedText: 'नाव' });
    await measureUntil(() =>
      expect(author.received('newMessage')).toMatchObject([{ quotedText: 'नाव', post: { slug, blogTitle } }]),
    );
    const expectStates = async (...states: (object | null)[]) => {
      const expected = states.map((state) => ({ postId, post: state }));
      for (const socket of [author, reader]) {
        await measureUntil(() => expect(socket.received('sharedPostChanged')).toMatchObject(expected));
      }
    };

    const change = { ...buildPostInput(), blogTitle: 'शाम', visibility: 'public' };
    await call(1, asha, 'PUT', `/api/post/update-post/${postId}`, change);
    const startedAt = performance.now();
    await expectStates({ slug, blogTitle: 'शाम' });
    recordDuration(
      'story changed: shown in messages in both processes',
      performance.now() - startedAt,
      1_000,
    );
    await call(0, asha, 'PUT', `/api/post/update-post/${postId}`, { ...change, visibility: 'members' });
    await expectStates({ blogTitle: 'शाम' }, { blogTitle: 'शाम' });
    await call(1, asha, 'DELETE', `/api/post/delete-post/${postId}`);
    await expectStates({ blogTitle: 'शाम' }, { blogTitle: 'शाम' }, null);
  });

  it('hiding, a block and typing: take effect through the other process, as does their end', async () => {
    const [asha, ravi] = await signUpTwo();
    const [ashaSocket, raviSocket] = [await open(0, asha), await open(1, ravi)];
    await measureUntil(() => expect(countOnline(raviSocket, asha)).toBe(1));
    const sendTyping = () => ashaSocket.client.emit('typing', { toUserId: ravi.id });

    sendTyping();
    const typed = await measureUntil(() =>
      expect(raviSocket.received('typing')).toEqual([{ fromUserId: asha.id }]),
    );
    // Otherwise the throttle would drop the later events.
    await delay(TYPING_INTERVAL_MS + 500);
    // Through the process without any of her sockets.
    await call(1, asha, 'PUT', '/api/auth/privacy', { appearOffline: true });
    const hiddenAfter = await measureUntil(() => expect(countOnline(raviSocket, asha)).toBe(0));
    sendTyping();
    await call(1, asha, 'PUT', '/api/auth/privacy', { appearOffline: false });
    const shownAfter = await measureUntil(() => expect(countOnline(raviSocket, asha)).toBe(1));
    await call(0, ravi, 'PUT', `/api/message/${asha.id}/block`);
    const blocked = await measureUntil(() => {
      expect(countOnline(raviSocket, asha) + countOnline(ashaSocket, ravi)).toBe(0);
    });
    sendTyping();
    await call(1, ravi, 'DELETE', `/api/message/${asha.id}/block`);
    const unblocked = await measureUntil(() => {
      expect(countOnline(raviSocket, asha) + countOnline(ashaSocket, ravi)).toBe(2);
    });

    // Arrives after all earlier events.
    await send(0, asha, ravi, 'अंत');
    await measureUntil(() => expect(getTexts(raviSocket)).toEqual(['अंत']));
    expect(raviSocket.received('typing')).toHaveLength(1);
    expect(ashaSocket.online()).toContain(asha.id);
    recordDuration('typing: shown through the other process', typed, 1_000);
    recordDuration('hiding: shown through the other process', hiddenAfter, 1_500);
    recordDuration('hiding ended: shown through the other process', shownAfter, 1_500);
    recordDuration('block: both removed from each other’s lists', blocked, 1_500);
    recordDuration('block removed: both back in the lists', unblocked, 1_500);
  });
});
