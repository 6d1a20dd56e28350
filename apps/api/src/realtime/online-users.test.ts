import { describe, expect, it, vi } from 'vitest';
import { SHORT_TIMINGS, useApp } from '../../test/app.js';
import { sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { lastOnlineList, type TestSocket, until, useSockets } from '../../test/socket.js';
import { BlockModel } from '../message/block.model.js';
import { conversationKey } from '../message/message.model.js';
import { UserModel } from '../user/user.model.js';

useDatabase();
const app = useApp({ realtimeTimings: SHORT_TIMINGS });
const sockets = useSockets(app);
/** Uses the default timings, as in production. */
const defaultApp = useApp();
const defaultSockets = useSockets(defaultApp);

const DELTA = { auth: { presence: 'delta' } };

const setAppearOffline = (user: SignedIn, isEnabled: boolean) =>
  user.agent.put('/api/auth/privacy').send({ appearOffline: isEnabled });

/** @returns the milliseconds between events of this name, ignoring the list that is sent on connect. */
function measureIntervals(socket: TestSocket, event: 'getOnlineUsers' | 'presenceDelta'): number[] {
  const times = socket.listTimes(event).slice(event === 'getOnlineUsers' ? 1 : 0);
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

describe('presence with default timings', () => {
  it('when users close tabs: shows a user offline 3 s after their last tab, with at most one update a second', async () => {
    const [asha, ravi, devi] = await Promise.all([
      signIn(defaultApp),
      signIn(defaultApp),
      signIn(defaultApp),
    ]);
    const closingTab = await defaultSockets.open({ cookie: asha.cookie });
    const openTab = await defaultSockets.open({ cookie: asha.cookie });
    const onlyTab = await defaultSockets.open({ cookie: ravi.cookie });
    const watcher = await defaultSockets.open({ cookie: devi.cookie });
    const deltaWatcher = await defaultSockets.open({ cookie: devi.cookie, ...DELTA });
    await until(() => expect(lastOnlineList(watcher)).toContain(ravi.user._id));

    closingTab.client.disconnect();
    onlyTab.client.disconnect();
    const closedAt = performance.now();
    await until(() => {
      for (const socket of [watcher, deltaWatcher]) expect(socket.online()).not.toContain(ravi.user._id);
    });
    const offlineAfter = (watcher.listTimes('getOnlineUsers').at(-1) ?? 0) - closedAt;

    expect(offlineAfter).toBeGreaterThan(2_900);
    expect(lastOnlineList(watcher)).toContain(asha.user._id);
    expect(openTab.client.connected).toBe(true);
    // Delivery times vary a little.
    const intervals = [
      ...measureIntervals(watcher, 'getOnlineUsers'),
      ...measureIntervals(deltaWatcher, 'presenceDelta'),
    ];
    expect(intervals.filter((ms) => ms <= 700)).toEqual([]);
  });
});

describe('getOnlineUsers', () => {
  it("when another user connects: is sent to both, including the recipient's own id", async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const first = await sockets.open({ cookie: asha.cookie });

    const second = await sockets.open({ cookie: ravi.cookie });

    const bothIds = [asha.user._id, ravi.user._id].sort();
    expect(second.received('getOnlineUsers')[0]).toEqual(expect.arrayContaining(bothIds));
    await until(() => expect(lastOnlineList(first)).toEqual(expect.arrayContaining(bothIds)));
  });
});

describe('presenceDelta', () => {
  it('to a client that requests deltas: is sent after one full list, with only the users who came online or went offline', async () => {
    const [asha, ravi, devi] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    const watcher = await sockets.open({ cookie: devi.cookie, ...DELTA });

    const staying = await sockets.open({ cookie: asha.cookie, ...DELTA });
    const leaving = await sockets.open({ cookie: ravi.cookie });
    await until(() => expect(watcher.online()).toEqual(expect.arrayContaining([ravi.user._id])));
    leaving.client.disconnect();
    await until(() => expect(watcher.online()).not.toContain(ravi.user._id));

    expect(watcher.online()).toEqual(expect.arrayContaining([asha.user._id, devi.user._id]));
    expect(watcher.received('getOnlineUsers')).toHaveLength(1);
    expect(staying.received('getOnlineUsers')).toHaveLength(1);
    // Users of the previous test may still be going offline, so only the ids of these three are compared.
    const ids = [asha, ravi, devi].map(({ user }) => user._id);
    const last = watcher.received('presenceDelta').at(-1);
    expect(last?.online).toEqual([]);
    expect(last?.offline.filter((id) => ids.includes(id))).toEqual([ravi.user._id]);
    expect(leaving.received('presenceDelta')).toEqual([]);
  });

  it.each([
    ['no auth', undefined],
    ['another protocol', { presence: 'all' }],
    ['a list of protocols', { presence: ['delta'] }],
    ['an operator', { presence: { $ne: null }, userId: 'x' }],
  ])('to a client with %s: is not sent, but full lists are', async (_, auth) => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const watcher = await sockets.open({ cookie: asha.cookie, ...(auth ? { auth } : {}) });

    await sockets.open({ cookie: ravi.cookie });
    await until(() => expect(lastOnlineList(watcher)).toContain(ravi.user._id));

    expect(watcher.received('presenceDelta')).toEqual([]);
  });

  it('with eight users, of whom one hides and one disconnects: all clients end up with the same list', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => signIn(app)));
    const opened: TestSocket[] = [];
    for (const [index, { cookie }] of users.entries()) {
      opened.push(await sockets.open({ cookie, ...(index % 2 === 0 ? DELTA : {}) }));
    }
    const [hiding, leaving, ...staying] = users;
    if (!hiding || !leaving) throw new Error('unreachable');

    await setAppearOffline(hiding, true);
    opened[1]?.client.disconnect();

    const expected = staying.map(({ user }) => user._id).sort();
    for (const socket of opened.slice(2)) {
      await until(() => {
        const shown = socket.online().filter((id) => users.some(({ user }) => user._id === id));
        expect(shown).toEqual(expected);
      });
    }
  });
});

describe('appear offline', () => {
  it.each([
    ['lists', {}],
    ['deltas', DELTA],
  ])(
    'with %s: hides the user from everybody else within 1.5 s, and shows them again when switched off',
    async (_, protocol) => {
      const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
      const own = await sockets.open({ cookie: asha.cookie, ...protocol });
      const watcher = await sockets.open({ cookie: ravi.cookie, ...protocol });
      await until(() => expect(watcher.online()).toContain(asha.user._id));

      await setAppearOffline(asha, true);
      const hiddenAt = performance.now();
      await until(() => expect(watcher.online()).not.toContain(asha.user._id));
      const hiddenAfter = performance.now() - hiddenAt;
      const newTab = await sockets.open({ cookie: asha.cookie, ...protocol });
      const newWatcher = await sockets.open({ cookie: ravi.cookie, ...protocol });
      await setAppearOffline(asha, false);
      await until(() => expect(watcher.online()).toContain(asha.user._id));

      expect(hiddenAfter).toBeLessThan(1_500);
      expect(newTab.received('getOnlineUsers')[0]).toEqual(
        expect.arrayContaining([asha.user._id, ravi.user._id]),
      );
      expect(newWatcher.received('getOnlineUsers')[0]).not.toContain(asha.user._id);
      for (const list of own.received('getOnlineUsers')) expect(list).toContain(asha.user._id);
      for (const { offline } of own.received('presenceDelta')) expect(offline).not.toContain(asha.user._id);
    },
  );

  it('repeated after a request that saved the setting without sending updates: takes effect', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    await sockets.open({ cookie: asha.cookie });
    const watcher = await sockets.open({ cookie: ravi.cookie });
    await until(() => expect(watcher.online()).toContain(asha.user._id));
    await UserModel.updateOne({ _id: asha.user._id }, { $set: { appearOffline: true } });

    await setAppearOffline(asha, true);

    await until(() => expect(watcher.online()).not.toContain(asha.user._id));
  });

  it('switched on before the user connects: never shows them to others', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    await setAppearOffline(asha, true);
    const watcher = await sockets.open({ cookie: ravi.cookie });

    await sockets.open({ cookie: asha.cookie });
    const visible = await signIn(app);
    await sockets.open({ cookie: visible.cookie });
    await until(() => expect(lastOnlineList(watcher)).toContain(visible.user._id));

    for (const list of watcher.received('getOnlineUsers')) expect(list).not.toContain(asha.user._id);
    expect((await asha.agent.get('/api/auth/privacy')).body).toEqual({ appearOffline: true });
  });
});

describe('a block', () => {
  const storeBlock = async (blocker: SignedIn, blocked: SignedIn) => {
    await BlockModel.create({
      blockerId: blocker.user._id,
      blockedId: blocked.user._id,
      conversation: conversationKey(blocker.user._id, blocked.user._id),
    });
  };

  it.each([
    ['lists', {}],
    ['deltas', DELTA],
  ])(
    'with %s: hides both users from each other but not from others, and unblocking shows them again',
    async (_, protocol) => {
      const [asha, ravi, devi] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
      const ashaSocket = await sockets.open({ cookie: asha.cookie, ...protocol });
      const raviSocket = await sockets.open({ cookie: ravi.cookie, ...protocol });
      const deviSocket = await sockets.open({ cookie: devi.cookie, ...protocol });
      await until(() => expect(ashaSocket.online()).toContain(devi.user._id));

      await asha.agent.put(`/api/message/${ravi.user._id}/block`).expect(200);
      await until(() => expect(ashaSocket.online()).not.toContain(ravi.user._id));
      await until(() => expect(raviSocket.online()).not.toContain(asha.user._id));
      const deviOnline = deviSocket.online();
      await asha.agent.delete(`/api/message/${ravi.user._id}/block`).expect(200);
      await until(() => expect(ashaSocket.online()).toContain(ravi.user._id));
      await until(() => expect(raviSocket.online()).toContain(asha.user._id));

      expect(deviOnline).toEqual(expect.arrayContaining([asha.user._id, ravi.user._id]));
      expect(ashaSocket.received('blockChanged')).toEqual([
        { userId: ravi.user._id, isBlocked: true },
        { userId: ravi.user._id, isBlocked: false },
      ]);
      expect(raviSocket.received('blockChanged')).toEqual([]);
    },
  );

  it('stored before both connect: shows neither user to the other', async () => {
    const [asha, ravi, devi] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    await storeBlock(asha, ravi);
    const ashaSocket = await sockets.open({ cookie: asha.cookie, ...DELTA });

    const raviSocket = await sockets.open({ cookie: ravi.cookie, ...DELTA });
    await sockets.open({ cookie: devi.cookie });
    await until(() => expect(ashaSocket.online()).toContain(devi.user._id));
    await until(() => expect(raviSocket.online()).toContain(devi.user._id));

    const serializePresenceEvents = (socket: TestSocket) =>
      JSON.stringify([socket.received('getOnlineUsers'), socket.received('presenceDelta')]);
    expect(serializePresenceEvents(ashaSocket)).not.toContain(ravi.user._id);
    expect(serializePresenceEvents(raviSocket)).not.toContain(asha.user._id);
  });
});

describe('typing', () => {
  async function openPair() {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const ashaSocket = await sockets.open({ cookie: asha.cookie });
    const raviSocket = await sockets.open({ cookie: ravi.cookie });
    return {
      asha,
      ravi,
      ashaSocket,
      raviSocket,
      sendTyping: () => ashaSocket.client.emit('typing', { toUserId: ravi.user._id }),
    };
  }

  it('to a user: is relayed to all their sockets and to no other user', async () => {
    const { asha, ravi, ashaSocket, raviSocket, sendTyping } = await openPair();
    const raviPhone = await sockets.open({ cookie: ravi.cookie });

    sendTyping();
    await until(() => expect(raviSocket.received('typing')).toEqual([{ fromUserId: asha.user._id }]));
    await until(() => expect(raviPhone.received('typing')).toHaveLength(1));

    expect(ashaSocket.received('typing')).toEqual([]);
  });

  it('sent often from two tabs: is relayed at most once per interval, and no socket is closed', async () => {
    const { asha, ravi, ashaSocket, raviSocket, sendTyping } = await openPair();
    const tab = await sockets.open({ cookie: asha.cookie });

    const startedAt = performance.now();
    let sent = 0;
    await vi.waitFor(
      () => {
        sendTyping();
        tab.client.emit('typing', { toUserId: ravi.user._id });
        sent += 1;
        expect(raviSocket.received('typing').length).toBeGreaterThan(2);
      },
      { timeout: 5_000, interval: 15 },
    );

    expect(performance.now() - startedAt).toBeGreaterThan(1.9 * SHORT_TIMINGS.typingIntervalMs);
    expect(sent).toBeGreaterThan(10);
    expect([ashaSocket.disconnectReason(), tab.disconnectReason()]).toEqual([null, null]);
  });

  it('with an invalid payload: is not relayed, and the socket stays open', async () => {
    const { ravi, ashaSocket, raviSocket, sendTyping } = await openPair();
    const emit = (...args: unknown[]) =>
      Reflect.apply(ashaSocket.client.emit as (...all: unknown[]) => unknown, ashaSocket.client, args);
    for (const payload of [
      undefined,
      null,
      7,
      'x',
      [],
      {},
      { toUserId: null },
      { toUserId: { $ne: null } },
      { toUserId: `user:${ravi.user._id}` },
      { toUserId: [ravi.user._id] },
      { toUserId: `${ravi.user._id} ` },
    ]) {
      emit('typing', payload);
      emit('typing', payload, () => undefined);
    }
    emit('typing');
    emit('typing', () => undefined);

    // Arrives after all invalid events, because a connection preserves their order.
    sendTyping();
    await until(() => expect(raviSocket.received('typing')).toHaveLength(1));

    expect(ashaSocket.disconnectReason()).toBeNull();
  });

  it('by a user who just started to appear offline, while the change is loading: is not relayed', async () => {
    const { asha, ravi, raviSocket, sendTyping } = await openPair();
    const { users } = app.server.services;
    const findHidden = users.findAppearingOffline;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.spyOn(users, 'findAppearingOffline').mockImplementationOnce(async (ids) => {
      await released;
      return findHidden(ids);
    });

    await setAppearOffline(asha, true);
    sendTyping();
    await sendMessage(asha, ravi.user._id);
    await until(() => expect(raviSocket.received('newMessage')).toHaveLength(1));
    release();

    await until(() => expect(raviSocket.online()).not.toContain(asha.user._id));
    expect(raviSocket.received('typing')).toEqual([]);
  });

  it('by a user who appears offline, or between users of whom one blocked the other: is not relayed', async () => {
    const { asha, ravi, ashaSocket, raviSocket, sendTyping } = await openPair();
    const devi = await signIn(app);
    const deviSocket = await sockets.open({ cookie: devi.cookie });

    await setAppearOffline(asha, true);
    await until(() => expect(raviSocket.online()).not.toContain(asha.user._id));
    sendTyping();
    await setAppearOffline(asha, false);
    await until(() => expect(raviSocket.online()).toContain(asha.user._id));
    await ravi.agent.put(`/api/message/${asha.user._id}/block`).expect(200);
    await until(() => expect(ashaSocket.online()).not.toContain(ravi.user._id));
    sendTyping();
    raviSocket.client.emit('typing', { toUserId: asha.user._id });
    // Each connection preserves order: once a later event has arrived, the earlier events have been handled.
    for (const socket of [ashaSocket, raviSocket]) {
      socket.client.emit('typing', { toUserId: devi.user._id });
    }
    await until(() => expect(deviSocket.received('typing')).toHaveLength(2));
    for (const { user } of [asha, ravi]) deviSocket.client.emit('typing', { toUserId: user._id });
    await until(() => expect(raviSocket.received('typing')).toHaveLength(1));
    await until(() => expect(ashaSocket.received('typing')).toHaveLength(1));

    expect(raviSocket.received('typing')).toEqual([{ fromUserId: devi.user._id }]);
    expect(ashaSocket.received('typing')).toEqual([{ fromUserId: devi.user._id }]);
  });
});
