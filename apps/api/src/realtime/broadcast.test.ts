import { SOCKET_ID_HEADER } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildMessageInput, sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn, signInAgain } from '../../test/sign-in.js';
import { type TestSocket, until, useSockets } from '../../test/socket.js';

useDatabase();
const app = useApp();
const sockets = useSockets(app);

const getTexts = (socket: TestSocket) => socket.received('newMessage').map(({ text }) => text);

describe('newMessage', () => {
  /** Opens two tabs in Asha's first session, one in her second, one in each of Ravi's two, and one of a third user. */
  async function openAll() {
    const [asha, ravi, otherUser] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    const ashaAgain = await signInAgain(app, asha);
    const [tab, otherTab, otherSession, device, otherDevice, unrelated] = await Promise.all(
      [asha, asha, ashaAgain, ravi, await signInAgain(app, ravi), otherUser].map(({ cookie }) =>
        sockets.open({ cookie }),
      ),
    );
    if (!tab || !otherTab || !otherSession || !device || !otherDevice || !unrelated)
      throw new Error('unreachable');
    return { asha, ravi, otherUser, tab, otherTab, otherSession, device, otherDevice, unrelated };
  }

  type Opened = Awaited<ReturnType<typeof openAll>>;

  /**
   * Sends a message with the given headers, then a marker message from a third user to each of the two. A socket that
   * has received its marker would have received the first message before.
   *
   * @returns the names of Asha's sockets that received the first message.
   */
  async function sendAndListReachedSockets(headersFor: (all: Opened) => Record<string, string>) {
    const all = await openAll();
    const { asha, ravi, otherUser, tab, otherTab, otherSession, device, otherDevice, unrelated } = all;
    const response = await asha.agent
      .post(`/api/message/send/${ravi.user._id}`)
      .set(headersFor(all))
      .send(buildMessageInput({ text: 'first' }));
    expect(response.status).toBe(201);
    await sendMessage(otherUser, asha.user._id, { text: 'marker' });
    await sendMessage(otherUser, ravi.user._id, { text: 'marker' });
    for (const socket of [tab, otherTab, otherSession, device, otherDevice]) {
      await until(() => expect(getTexts(socket)).toContain('marker'));
    }

    // Whatever the headers say, all sockets of the recipient receive it and no third user's socket does.
    for (const socket of [device, otherDevice])
      expect(socket.received('newMessage')[0]).toEqual(response.body);
    expect(getTexts(device)).toEqual(['first', 'marker']);
    expect(getTexts(unrelated)).not.toContain('first');
    return Object.entries({ tab, otherTab, otherSession })
      .filter(([, socket]) => getTexts(socket).includes('first'))
      .map(([name]) => name);
  }

  it("with X-Socket-Id of the sending tab: is sent to the recipient's sockets and the sender's others", async () => {
    const reached = await sendAndListReachedSockets(({ tab }) => ({
      [SOCKET_ID_HEADER]: tab.client.id ?? '',
    }));

    expect(reached).toEqual(['otherTab', 'otherSession']);
  });

  it("without the header: is sent to the sender's other sessions only", async () => {
    const reached = await sendAndListReachedSockets(() => ({}));

    expect(reached).toEqual(['otherSession']);
  });

  it.each([
    ['an unknown socket', () => 'AAAAAAAAAAAAAAAAAAAA'],
    ["a recipient's socket", ({ device }: Opened) => device.client.id ?? ''],
    ["the sender's room", ({ asha }: Opened) => `user:${asha.user._id}`],
    ["the recipient's room", ({ ravi }: Opened) => `user:${ravi.user._id}`],
    ['an empty value', () => ''],
    ['two sockets', ({ tab, otherTab }: Opened) => `${tab.client.id}, ${otherTab.client.id}`],
  ])('with X-Socket-Id of %s: is sent to all sockets', async (_, headerFor) => {
    const reached = await sendAndListReachedSockets((all) => ({ [SOCKET_ID_HEADER]: headerFor(all) }));

    expect(reached).toEqual(['tab', 'otherTab', 'otherSession']);
  });

  it('sent 50 times concurrently with one clientMessageId: is emitted once', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const socket = await sockets.open({ cookie: ravi.cookie });
    const body = buildMessageInput({ text: 'once', clientMessageId: crypto.randomUUID() });

    await Promise.all(
      Array.from({ length: 50 }, () => asha.agent.post(`/api/message/send/${ravi.user._id}`).send(body)),
    );
    await sendMessage(asha, ravi.user._id, { text: 'marker' });
    await until(() => expect(getTexts(socket)).toContain('marker'));

    expect(getTexts(socket)).toEqual(['once', 'marker']);
  });

  it('sent 30 times concurrently: is emitted in the order of the conversation', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const socket = await sockets.open({ cookie: ravi.cookie });

    await Promise.all(Array.from({ length: 30 }, () => sendMessage(asha, ravi.user._id)));
    await until(() => expect(socket.received('newMessage')).toHaveLength(30));
    const { body } = await ravi.agent.get(`/api/message/${asha.user._id}`);

    expect(socket.received('newMessage')).toEqual(body.messages_between_sender_receiver);
  });
});

describe('sessionStarted', () => {
  it('when a user signs in again: is sent to their other sessions, with the same values as the session list', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const [ownSocket, unrelated] = [
      await sockets.open({ cookie: asha.cookie }),
      await sockets.open({ cookie: ravi.cookie }),
    ];

    await app
      .agent()
      .post('/api/auth/login')
      .set('User-Agent', 'Phone of Asha')
      .send({ email: asha.user.email, password: asha.password });
    await until(() => expect(ownSocket.received('sessionStarted')).toHaveLength(1));

    const { body } = await asha.agent.get('/api/auth/sessions');
    const started = body.sessions.find(({ current }: { current: boolean }) => !current);
    expect(ownSocket.received('sessionStarted')).toEqual([
      { sessionId: started._id, userAgent: 'Phone of Asha', createdAt: started.createdAt },
    ]);
    expect(unrelated.received('sessionStarted')).toEqual([]);
  });
});

describe('sessionEnded', () => {
  it('when a session signs out or is ended from another session: is sent only to the other sessions of its user', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const [phone, laptop] = [await signInAgain(app, asha), await signInAgain(app, asha)];
    const [ownSocket, unrelated] = [
      await sockets.open({ cookie: asha.cookie }),
      await sockets.open({ cookie: ravi.cookie }),
    ];
    const readSessionIds = async () => {
      const { body } = await asha.agent.get('/api/auth/sessions');
      return body.sessions.map(({ _id }: { _id: string }) => _id);
    };
    const [laptopId, phoneId] = await readSessionIds();

    await app.request().post('/api/auth/logout').set('Cookie', phone.cookie);
    await asha.agent.delete(`/api/auth/sessions/${laptopId}`);
    await until(() => expect(ownSocket.received('sessionEnded')).toHaveLength(2));

    expect(ownSocket.received('sessionEnded')).toEqual([{ sessionId: phoneId }, { sessionId: laptopId }]);
    expect(unrelated.received('sessionEnded')).toEqual([]);
    expect((await app.request().get('/api/auth/sessions').set('Cookie', laptop.cookie)).status).toBe(401);
  });

  it('when several sessions are ended by one request: is sent once for each to the remaining session only', async () => {
    const asha = await signIn(app);
    const [phone, laptop] = [await signInAgain(app, asha), await signInAgain(app, asha)];
    const { body } = await asha.agent.get('/api/auth/sessions');
    const others = body.sessions.filter(({ current }: { current: boolean }) => !current);
    const ownSocket = await sockets.open({ cookie: asha.cookie });
    const ended = [
      await sockets.open({ cookie: phone.cookie }),
      await sockets.open({ cookie: laptop.cookie }),
    ];

    await asha.agent.post('/api/auth/logout-others').expect(200);
    await until(() => {
      expect(ownSocket.received('sessionEnded')).toHaveLength(2);
      for (const socket of ended) expect(socket.disconnectReason()).toBe('io server disconnect');
    });

    expect(ownSocket.received('sessionEnded')).toEqual(
      expect.arrayContaining(others.map(({ _id }: { _id: string }) => ({ sessionId: _id }))),
    );
    expect(ended.flatMap((socket) => socket.received('sessionEnded'))).toEqual([]);
    expect(ownSocket.disconnectReason()).toBeNull();
  });
});
