import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { lastOnlineList, type TestSocket, until, useSockets } from '../../test/socket.js';
import { BlockModel } from '../message/block.model.js';
import { conversationKey } from '../message/message.model.js';
import { UserModel } from '../user/user.model.js';

useDatabase();
const app = useApp();
const sockets = useSockets(app);

const DELTA = { auth: { presence: 'delta' } };
/** A change reaches everybody within a second; the line and the machine take their part. */
const TIMEOUT_MS = 3_000;

const appearOffline = (user: SignedIn, isOn: boolean) =>
  user.agent.put('/api/auth/privacy').send({ appearOffline: isOn });

describe('getOnlineUsers', () => {
  it('when others come: everybody gets the list, own id included', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const first = await sockets.open({ cookie: asha.cookie });

    const second = await sockets.open({ cookie: ravi.cookie });

    const bothIds = [asha.user._id, ravi.user._id].sort();
    expect(second.received('getOnlineUsers')[0]).toEqual(expect.arrayContaining(bothIds));
    await until(() => expect(lastOnlineList(first)).toEqual(expect.arrayContaining(bothIds)));
  });

  it('with tabs closed: one of two changes nothing; the last one means offline after 3 s, not before', async () => {
    const [asha, ravi, devi] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    const [closing, staying] = [
      await sockets.open({ cookie: asha.cookie }),
      await sockets.open({ cookie: asha.cookie }),
    ];
    const only = await sockets.open({ cookie: ravi.cookie });
    const watcher = await sockets.open({ cookie: devi.cookie });
    await until(() => expect(lastOnlineList(watcher)).toContain(ravi.user._id));

    closing.client.disconnect();
    only.client.disconnect();
    const closedAt = performance.now();
    await until(() => expect(lastOnlineList(watcher)).not.toContain(ravi.user._id), 6_000);
    const offlineAfter = (watcher.timesOf('getOnlineUsers').at(-1) ?? 0) - closedAt;

    expect(offlineAfter).toBeGreaterThan(2_900);
    expect(lastOnlineList(watcher)).toContain(asha.user._id);
    expect(staying.client.connected).toBe(true);
    // After the list on connect, none comes within a second of the one before; the line itself may be uneven.
    const times = watcher.timesOf('getOnlineUsers').slice(1);
    const intervals = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(intervals.every((gap) => gap > 700)).toBe(true);
  });
});

describe('presenceDelta', () => {
  it('to a client that asks for it: one whole list, then only who came and went, at most once a second', async () => {
    const [asha, ravi, devi] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    const watcher = await sockets.open({ cookie: devi.cookie, ...DELTA });

    const staying = await sockets.open({ cookie: asha.cookie, ...DELTA });
    const leaving = await sockets.open({ cookie: ravi.cookie });
    await until(() => expect(watcher.online()).toEqual(expect.arrayContaining([ravi.user._id])), TIMEOUT_MS);
    leaving.client.disconnect();
    await until(() => expect(watcher.online()).not.toContain(ravi.user._id), 6_000);

    expect(watcher.online()).toEqual(expect.arrayContaining([asha.user._id, devi.user._id]));
    expect(watcher.received('getOnlineUsers')).toHaveLength(1);
    expect(staying.received('getOnlineUsers')).toHaveLength(1);
    // People of the test before may still be on their way out: of these three, the last delta names one.
    const ours = [asha, ravi, devi].map(({ user }) => user._id);
    const last = watcher.received('presenceDelta').at(-1);
    expect(last?.online).toEqual([]);
    expect(last?.offline.filter((id) => ours.includes(id))).toEqual([ravi.user._id]);
    expect(leaving.received('presenceDelta')).toEqual([]);
    const times = watcher.timesOf('presenceDelta');
    const intervals = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(intervals.every((gap) => gap > 700)).toBe(true);
  });

  it.each([
    ['no auth', undefined],
    ['another word', { presence: 'all' }],
    ['a list', { presence: ['delta'] }],
    ['much more', { presence: { $ne: null }, userId: 'x' }],
  ])('to a client with %s: is never sent, the list is', async (_, auth) => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const watcher = await sockets.open({ cookie: asha.cookie, ...(auth ? { auth } : {}) });

    await sockets.open({ cookie: ravi.cookie });
    await until(() => expect(lastOnlineList(watcher)).toContain(ravi.user._id), TIMEOUT_MS);

    expect(watcher.received('presenceDelta')).toEqual([]);
  });

  it('with people who come, go and hide in a crowd: all clients end with the same', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => signIn(app)));
    const opened: TestSocket[] = [];
    for (const [index, { cookie }] of people.entries()) {
      opened.push(await sockets.open({ cookie, ...(index % 2 === 0 ? DELTA : {}) }));
    }
    const [hiding, leaving, ...staying] = people;
    if (!hiding || !leaving) throw new Error('unreachable');

    await appearOffline(hiding, true);
    opened[1]?.client.disconnect();

    const expected = staying.map(({ user }) => user._id).sort();
    for (const socket of opened.slice(2)) {
      await until(() => {
        const ours = socket.online().filter((id) => people.some(({ user }) => user._id === id));
        expect(ours).toEqual(expected);
      }, 6_000);
    }
  });
});

describe('appear offline', () => {
  it.each([
    ['the list', {}],
    ['deltas', DELTA],
  ])('told by %s: off within a second, for everybody but themselves, and back', async (_, protocol) => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const own = await sockets.open({ cookie: asha.cookie, ...protocol });
    const watcher = await sockets.open({ cookie: ravi.cookie, ...protocol });
    await until(() => expect(watcher.online()).toContain(asha.user._id));

    await appearOffline(asha, true);
    const hiddenAt = performance.now();
    await until(() => expect(watcher.online()).not.toContain(asha.user._id), TIMEOUT_MS);
    const hiddenAfter = performance.now() - hiddenAt;
    // A new tab of theirs and a new client of somebody else.
    const [ownTab, late] = [
      await sockets.open({ cookie: asha.cookie, ...protocol }),
      await sockets.open({ cookie: ravi.cookie, ...protocol }),
    ];
    await appearOffline(asha, false);
    await until(() => expect(watcher.online()).toContain(asha.user._id), TIMEOUT_MS);

    expect(hiddenAfter).toBeLessThan(1_500);
    expect(ownTab.received('getOnlineUsers')[0]).toEqual(
      expect.arrayContaining([asha.user._id, ravi.user._id]),
    );
    expect(late.received('getOnlineUsers')[0]).not.toContain(asha.user._id);
    for (const list of own.received('getOnlineUsers')) expect(list).toContain(asha.user._id);
    for (const { offline } of own.received('presenceDelta')) expect(offline).not.toContain(asha.user._id);
  });

  it('after a try that ended before it was told: its repeat takes effect', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    await sockets.open({ cookie: asha.cookie });
    const watcher = await sockets.open({ cookie: ravi.cookie });
    await until(() => expect(watcher.online()).toContain(asha.user._id), TIMEOUT_MS);
    await UserModel.updateOne({ _id: asha.user._id }, { $set: { appearOffline: true } });

    await appearOffline(asha, true);

    await until(() => expect(watcher.online()).not.toContain(asha.user._id), TIMEOUT_MS);
  });

  it('from before a sign-in on: is kept, nobody ever sees them', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    await appearOffline(asha, true);
    const watcher = await sockets.open({ cookie: ravi.cookie });

    await sockets.open({ cookie: asha.cookie });
    const marker = await signIn(app);
    await sockets.open({ cookie: marker.cookie });
    await until(() => expect(lastOnlineList(watcher)).toContain(marker.user._id), TIMEOUT_MS);

    for (const list of watcher.received('getOnlineUsers')) expect(list).not.toContain(asha.user._id);
    expect((await asha.agent.get('/api/auth/privacy')).body).toEqual({ appearOffline: true });
  });
});

describe('a block', () => {
  const block = async (by: SignedIn, of: SignedIn) => {
    await BlockModel.create({
      blockerId: by.user._id,
      blockedId: of.user._id,
      conversation: conversationKey(by.user._id, of.user._id),
    });
  };

  it.each([
    ['the list', {}],
    ['deltas', DELTA],
  ])('told by %s: neither sees the other any more, others see both, and back', async (_, protocol) => {
    const [asha, ravi, devi] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    const [ashaSocket, raviSocket, deviSocket] = [
      await sockets.open({ cookie: asha.cookie, ...protocol }),
      await sockets.open({ cookie: ravi.cookie, ...protocol }),
      await sockets.open({ cookie: devi.cookie, ...protocol }),
    ];
    await until(() => expect(ashaSocket.online()).toContain(devi.user._id), TIMEOUT_MS);

    await asha.agent.put(`/api/message/${ravi.user._id}/block`).expect(200);
    await until(() => expect(ashaSocket.online()).not.toContain(ravi.user._id), TIMEOUT_MS);
    await until(() => expect(raviSocket.online()).not.toContain(asha.user._id), TIMEOUT_MS);
    const deviOnline = deviSocket.online();
    await asha.agent.delete(`/api/message/${ravi.user._id}/block`).expect(200);
    await until(() => expect(ashaSocket.online()).toContain(ravi.user._id), TIMEOUT_MS);
    await until(() => expect(raviSocket.online()).toContain(asha.user._id), TIMEOUT_MS);

    expect(deviOnline).toEqual(expect.arrayContaining([asha.user._id, ravi.user._id]));
    expect(ashaSocket.received('blockChanged')).toEqual([
      { userId: ravi.user._id, isBlocked: true },
      { userId: ravi.user._id, isBlocked: false },
    ]);
    expect(raviSocket.received('blockChanged')).toEqual([]);
  });

  it('from before they connect: neither is ever told of the other', async () => {
    const [asha, ravi, marker] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    await block(asha, ravi);
    const ashaSocket = await sockets.open({ cookie: asha.cookie, ...DELTA });

    const raviSocket = await sockets.open({ cookie: ravi.cookie, ...DELTA });
    await sockets.open({ cookie: marker.cookie });
    await until(() => expect(ashaSocket.online()).toContain(marker.user._id), TIMEOUT_MS);
    await until(() => expect(raviSocket.online()).toContain(marker.user._id), TIMEOUT_MS);

    const presenceEventsOf = (socket: TestSocket) =>
      JSON.stringify([socket.received('getOnlineUsers'), socket.received('presenceDelta')]);
    expect(presenceEventsOf(ashaSocket)).not.toContain(ravi.user._id);
    expect(presenceEventsOf(raviSocket)).not.toContain(asha.user._id);
  });
});

describe('typing', () => {
  async function openPair() {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const [ashaSocket, raviSocket] = [
      await sockets.open({ cookie: asha.cookie }),
      await sockets.open({ cookie: ravi.cookie }),
    ];
    return {
      asha,
      ravi,
      ashaSocket,
      raviSocket,
      sendTyping: () => ashaSocket.client.emit('typing', { toUserId: ravi.user._id }),
    };
  }

  it('to somebody: reaches all their sockets, and nobody else', async () => {
    const { asha, ravi, ashaSocket, raviSocket, sendTyping } = await openPair();
    const raviPhone = await sockets.open({ cookie: ravi.cookie });

    sendTyping();
    await until(() => expect(raviSocket.received('typing')).toEqual([{ fromUserId: asha.user._id }]));
    await until(() => expect(raviPhone.received('typing')).toHaveLength(1));

    expect(ashaSocket.received('typing')).toEqual([]);
  });

  it('many times: at most once a second, from all tabs together, and the socket lives', async () => {
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
      { timeout: 5_000, interval: 60 },
    );

    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    expect(sent).toBeGreaterThan(10);
    expect([ashaSocket.disconnectReason(), tab.disconnectReason()]).toEqual([null, null]);
  });

  it('with any payload: nothing is told and the socket lives', async () => {
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

    // In the order of the line: after all of these.
    sendTyping();
    await until(() => expect(raviSocket.received('typing')).toHaveLength(1));

    expect(ashaSocket.disconnectReason()).toBeNull();
  });

  it('by who has just chosen to appear offline, while that is being looked up: is withheld', async () => {
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

    await appearOffline(asha, true);
    sendTyping();
    await sendMessage(asha, ravi.user._id);
    await until(() => expect(raviSocket.received('newMessage')).toHaveLength(1));
    release();

    await until(() => expect(raviSocket.online()).not.toContain(asha.user._id), TIMEOUT_MS);
    expect(raviSocket.received('typing')).toEqual([]);
  });

  it('by who appears offline, or between two of whom one has blocked the other: is withheld', async () => {
    const { asha, ravi, ashaSocket, raviSocket, sendTyping } = await openPair();
    const devi = await signIn(app);
    const deviSocket = await sockets.open({ cookie: devi.cookie });

    await appearOffline(asha, true);
    await until(() => expect(raviSocket.online()).not.toContain(asha.user._id), TIMEOUT_MS);
    sendTyping();
    await appearOffline(asha, false);
    await until(() => expect(raviSocket.online()).toContain(asha.user._id), TIMEOUT_MS);
    await ravi.agent.put(`/api/message/${asha.user._id}/block`).expect(200);
    await until(() => expect(ashaSocket.online()).not.toContain(ravi.user._id), TIMEOUT_MS);
    sendTyping();
    raviSocket.client.emit('typing', { toUserId: asha.user._id });
    // Each line keeps its order: what comes after it has come.
    for (const socket of [ashaSocket, raviSocket]) socket.client.emit('typing', { toUserId: devi.user._id });
    await until(() => expect(deviSocket.received('typing')).toHaveLength(2));
    for (const { user } of [asha, ravi]) deviSocket.client.emit('typing', { toUserId: user._id });
    await until(() => expect(raviSocket.received('typing')).toHaveLength(1));
    await until(() => expect(ashaSocket.received('typing')).toHaveLength(1));

    expect(raviSocket.received('typing')).toEqual([{ fromUserId: devi.user._id }]);
    expect(ashaSocket.received('typing')).toEqual([{ fromUserId: devi.user._id }]);
  });
});
