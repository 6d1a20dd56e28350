import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { lastList, type TestSocket, until, useSockets } from '../../test/socket.js';
import { BlockModel } from '../message/block.model.js';
import { conversationKey } from '../message/message.model.js';
import { UserModel } from '../user/user.model.js';

useDatabase();
const app = useApp();
const sockets = useSockets(app);

const DELTA = { auth: { presence: 'delta' } };
/** A change reaches everybody within a second; the line and the machine take their part. */
const PATIENCE_MS = 3_000;

const appearOffline = (person: SignedIn, isOn: boolean) =>
  person.agent.put('/api/auth/privacy').send({ appearOffline: isOn });

describe('getOnlineUsers', () => {
  it('when others come: everybody gets the list, own id included', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const first = await sockets.open({ cookie: asha.cookie });

    const second = await sockets.open({ cookie: ravi.cookie });

    const both = [asha.user._id, ravi.user._id].sort();
    expect(second.got('getOnlineUsers')[0]).toEqual(expect.arrayContaining(both));
    await until(() => expect(lastList(first)).toEqual(expect.arrayContaining(both)));
  });

  it('with tabs closed: one of two changes nothing; the last one means offline after 3 s, not before', async () => {
    const [asha, ravi, devi] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    const [closing, staying] = [
      await sockets.open({ cookie: asha.cookie }),
      await sockets.open({ cookie: asha.cookie }),
    ];
    const only = await sockets.open({ cookie: ravi.cookie });
    const watcher = await sockets.open({ cookie: devi.cookie });
    await until(() => expect(lastList(watcher)).toContain(ravi.user._id));

    closing.client.disconnect();
    only.client.disconnect();
    const closedAt = performance.now();
    await until(() => expect(lastList(watcher)).not.toContain(ravi.user._id), 6_000);
    const offlineAfter = (watcher.timesOf('getOnlineUsers').at(-1) ?? 0) - closedAt;

    expect(offlineAfter).toBeGreaterThan(2_900);
    expect(lastList(watcher)).toContain(asha.user._id);
    expect(staying.client.connected).toBe(true);
    // After the list on connect, none comes within a second of the one before; the line itself may be uneven.
    const times = watcher.timesOf('getOnlineUsers').slice(1);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps.every((gap) => gap > 700)).toBe(true);
  });
});

describe('presenceDelta', () => {
  it('to a client that asks for it: one whole list, then only who came and went, at most once a second', async () => {
    const [asha, ravi, devi] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    const watcher = await sockets.open({ cookie: devi.cookie, ...DELTA });

    const staying = await sockets.open({ cookie: asha.cookie, ...DELTA });
    const leaving = await sockets.open({ cookie: ravi.cookie });
    await until(() => expect(watcher.online()).toEqual(expect.arrayContaining([ravi.user._id])), PATIENCE_MS);
    leaving.client.disconnect();
    await until(() => expect(watcher.online()).not.toContain(ravi.user._id), 6_000);

    expect(watcher.online()).toEqual(expect.arrayContaining([asha.user._id, devi.user._id]));
    expect(watcher.got('getOnlineUsers')).toHaveLength(1);
    expect(staying.got('getOnlineUsers')).toHaveLength(1);
    // People of the test before may still be on their way out: of these three, the last delta names one.
    const ours = [asha, ravi, devi].map(({ user }) => user._id);
    const last = watcher.got('presenceDelta').at(-1);
    expect(last?.online).toEqual([]);
    expect(last?.offline.filter((id) => ours.includes(id))).toEqual([ravi.user._id]);
    expect(leaving.got('presenceDelta')).toEqual([]);
    const times = watcher.timesOf('presenceDelta');
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps.every((gap) => gap > 700)).toBe(true);
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
    await until(() => expect(lastList(watcher)).toContain(ravi.user._id), PATIENCE_MS);

    expect(watcher.got('presenceDelta')).toEqual([]);
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
    const hidAt = performance.now();
    await until(() => expect(watcher.online()).not.toContain(asha.user._id), PATIENCE_MS);
    const hidAfter = performance.now() - hidAt;
    // A new tab of theirs and a new client of somebody else.
    const [ownTab, late] = [
      await sockets.open({ cookie: asha.cookie, ...protocol }),
      await sockets.open({ cookie: ravi.cookie, ...protocol }),
    ];
    await appearOffline(asha, false);
    await until(() => expect(watcher.online()).toContain(asha.user._id), PATIENCE_MS);

    expect(hidAfter).toBeLessThan(1_500);
    expect(ownTab.got('getOnlineUsers')[0]).toEqual(expect.arrayContaining([asha.user._id, ravi.user._id]));
    expect(late.got('getOnlineUsers')[0]).not.toContain(asha.user._id);
    for (const list of own.got('getOnlineUsers')) expect(list).toContain(asha.user._id);
    for (const { offline } of own.got('presenceDelta')) expect(offline).not.toContain(asha.user._id);
  });

  it('after a try that ended before it was told: its repeat takes effect', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    await sockets.open({ cookie: asha.cookie });
    const watcher = await sockets.open({ cookie: ravi.cookie });
    await until(() => expect(watcher.online()).toContain(asha.user._id), PATIENCE_MS);
    await UserModel.updateOne({ _id: asha.user._id }, { $set: { appearOffline: true } });

    await appearOffline(asha, true);

    await until(() => expect(watcher.online()).not.toContain(asha.user._id), PATIENCE_MS);
  });

  it('from before a sign-in on: is kept, nobody ever sees them', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    await appearOffline(asha, true);
    const watcher = await sockets.open({ cookie: ravi.cookie });

    await sockets.open({ cookie: asha.cookie });
    const mark = await signIn(app);
    await sockets.open({ cookie: mark.cookie });
    await until(() => expect(lastList(watcher)).toContain(mark.user._id), PATIENCE_MS);

    for (const list of watcher.got('getOnlineUsers')) expect(list).not.toContain(asha.user._id);
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
    const [ashas, ravis, devis] = [
      await sockets.open({ cookie: asha.cookie, ...protocol }),
      await sockets.open({ cookie: ravi.cookie, ...protocol }),
      await sockets.open({ cookie: devi.cookie, ...protocol }),
    ];
    await until(() => expect(ashas.online()).toContain(devi.user._id), PATIENCE_MS);

    await asha.agent.put(`/api/message/${ravi.user._id}/block`).expect(200);
    await until(() => expect(ashas.online()).not.toContain(ravi.user._id), PATIENCE_MS);
    await until(() => expect(ravis.online()).not.toContain(asha.user._id), PATIENCE_MS);
    const third = devis.online();
    await asha.agent.delete(`/api/message/${ravi.user._id}/block`).expect(200);
    await until(() => expect(ashas.online()).toContain(ravi.user._id), PATIENCE_MS);
    await until(() => expect(ravis.online()).toContain(asha.user._id), PATIENCE_MS);

    expect(third).toEqual(expect.arrayContaining([asha.user._id, ravi.user._id]));
    expect(ashas.got('blockChanged')).toEqual([
      { userId: ravi.user._id, isBlocked: true },
      { userId: ravi.user._id, isBlocked: false },
    ]);
    expect(ravis.got('blockChanged')).toEqual([]);
  });

  it('from before they connect: neither is ever told of the other', async () => {
    const [asha, ravi, mark] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    await block(asha, ravi);
    const ashas = await sockets.open({ cookie: asha.cookie, ...DELTA });

    const ravis = await sockets.open({ cookie: ravi.cookie, ...DELTA });
    await sockets.open({ cookie: mark.cookie });
    await until(() => expect(ashas.online()).toContain(mark.user._id), PATIENCE_MS);
    await until(() => expect(ravis.online()).toContain(mark.user._id), PATIENCE_MS);

    const toldOf = (socket: TestSocket) =>
      JSON.stringify([socket.got('getOnlineUsers'), socket.got('presenceDelta')]);
    expect(toldOf(ashas)).not.toContain(ravi.user._id);
    expect(toldOf(ravis)).not.toContain(asha.user._id);
  });
});

describe('typing', () => {
  async function openPair() {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const [ashas, ravis] = [
      await sockets.open({ cookie: asha.cookie }),
      await sockets.open({ cookie: ravi.cookie }),
    ];
    return { asha, ravi, ashas, ravis, type: () => ashas.client.emit('typing', { toUserId: ravi.user._id }) };
  }

  it('to somebody: reaches all their sockets, and nobody else', async () => {
    const { asha, ravi, ashas, ravis, type } = await openPair();
    const ravisPhone = await sockets.open({ cookie: ravi.cookie });

    type();
    await until(() => expect(ravis.got('typing')).toEqual([{ fromUserId: asha.user._id }]));
    await until(() => expect(ravisPhone.got('typing')).toHaveLength(1));

    expect(ashas.got('typing')).toEqual([]);
  });

  it('many times: at most once a second, from all tabs together, and the socket lives', async () => {
    const { asha, ravi, ashas, ravis, type } = await openPair();
    const tab = await sockets.open({ cookie: asha.cookie });

    const startedAt = performance.now();
    let sent = 0;
    await vi.waitFor(
      () => {
        type();
        tab.client.emit('typing', { toUserId: ravi.user._id });
        sent += 1;
        expect(ravis.got('typing').length).toBeGreaterThan(2);
      },
      { timeout: 5_000, interval: 60 },
    );

    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    expect(sent).toBeGreaterThan(10);
    expect([ashas.ended(), tab.ended()]).toEqual([null, null]);
  });

  it('with any payload: nothing is told and the socket lives', async () => {
    const { ravi, ashas, ravis, type } = await openPair();
    const emit = (...args: unknown[]) =>
      Reflect.apply(ashas.client.emit as (...all: unknown[]) => unknown, ashas.client, args);
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
    type();
    await until(() => expect(ravis.got('typing')).toHaveLength(1));

    expect(ashas.ended()).toBeNull();
  });

  it('by who has just chosen to appear offline, while that is being looked up: is withheld', async () => {
    const { asha, ravi, ravis, type } = await openPair();
    const { users } = app.server.services;
    const look = users.appearingOffline;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.spyOn(users, 'appearingOffline').mockImplementationOnce(async (ids) => {
      await released;
      return look(ids);
    });

    await appearOffline(asha, true);
    type();
    await sendMessage(asha, ravi.user._id);
    await until(() => expect(ravis.got('newMessage')).toHaveLength(1));
    release();

    await until(() => expect(ravis.online()).not.toContain(asha.user._id), PATIENCE_MS);
    expect(ravis.got('typing')).toEqual([]);
  });

  it('by who appears offline, or between two of whom one has blocked the other: is withheld', async () => {
    const { asha, ravi, ashas, ravis, type } = await openPair();
    const devi = await signIn(app);
    const devis = await sockets.open({ cookie: devi.cookie });

    await appearOffline(asha, true);
    await until(() => expect(ravis.online()).not.toContain(asha.user._id), PATIENCE_MS);
    type();
    await appearOffline(asha, false);
    await until(() => expect(ravis.online()).toContain(asha.user._id), PATIENCE_MS);
    await ravi.agent.put(`/api/message/${asha.user._id}/block`).expect(200);
    await until(() => expect(ashas.online()).not.toContain(ravi.user._id), PATIENCE_MS);
    type();
    ravis.client.emit('typing', { toUserId: asha.user._id });
    // Each line keeps its order: what comes after it has come.
    for (const socket of [ashas, ravis]) socket.client.emit('typing', { toUserId: devi.user._id });
    await until(() => expect(devis.got('typing')).toHaveLength(2));
    for (const { user } of [asha, ravi]) devis.client.emit('typing', { toUserId: user._id });
    await until(() => expect(ravis.got('typing')).toHaveLength(1));
    await until(() => expect(ashas.got('typing')).toHaveLength(1));

    expect(ravis.got('typing')).toEqual([{ fromUserId: devi.user._id }]);
    expect(ashas.got('typing')).toEqual([{ fromUserId: devi.user._id }]);
  });
});
