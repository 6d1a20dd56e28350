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

const textsOf = (socket: TestSocket) => socket.received('newMessage').map(({ text }) => text);

describe('newMessage', () => {
  /** Asha with two tabs of one session and one of another, Ravi with two sessions, and a third user. */
  async function openAll() {
    const [asha, ravi, otherUser] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    const ashaElsewhere = await signInAgain(app, asha);
    const [tab, otherTab, elsewhere, device, otherDevice, unrelated] = await Promise.all(
      [asha, asha, ashaElsewhere, ravi, await signInAgain(app, ravi), otherUser].map(({ cookie }) =>
        sockets.open({ cookie }),
      ),
    );
    if (!tab || !otherTab || !elsewhere || !device || !otherDevice || !unrelated)
      throw new Error('unreachable');
    return { asha, ravi, otherUser, tab, otherTab, elsewhere, device, otherDevice, unrelated };
  }

  /**
   * Sends a message with a header, and then messages of a third user as markers: once a socket has received its marker,
   * it would have received the first message.
   *
   * @returns the names of Asha's sockets that received the first message.
   */
  async function senderSocketsReached(
    headersFor: (all: Awaited<ReturnType<typeof openAll>>) => Record<string, string>,
  ) {
    const all = await openAll();
    const { asha, ravi, otherUser, tab, otherTab, elsewhere, device, otherDevice, unrelated } = all;
    const response = await asha.agent
      .post(`/api/message/send/${ravi.user._id}`)
      .set(headersFor(all))
      .send(buildMessageInput({ text: 'first' }));
    expect(response.status).toBe(201);
    await sendMessage(otherUser, asha.user._id, { text: 'marker' });
    await sendMessage(otherUser, ravi.user._id, { text: 'marker' });
    for (const socket of [tab, otherTab, elsewhere, device, otherDevice]) {
      await until(() => expect(textsOf(socket)).toContain('marker'));
    }

    // All sockets of the recipient receive it, whatever the header, and no other user's.
    for (const socket of [device, otherDevice])
      expect(socket.received('newMessage')[0]).toEqual(response.body);
    expect(textsOf(device)).toEqual(['first', 'marker']);
    expect(textsOf(unrelated)).not.toContain('first');
    return Object.entries({ tab, otherTab, elsewhere })
      .filter(([, socket]) => textsOf(socket).includes('first'))
      .map(([name]) => name);
  }

  it("with X-Socket-Id of the sending tab: is sent to the recipient's sockets and the sender's others", async () => {
    const got = await senderSocketsReached(({ tab }) => ({ [SOCKET_ID_HEADER]: tab.client.id ?? '' }));

    expect(got).toEqual(['otherTab', 'elsewhere']);
  });

  it("without the header: is sent to the sender's other sessions only", async () => {
    const got = await senderSocketsReached(() => ({}));

    expect(got).toEqual(['elsewhere']);
  });

  it.each([
    ['an unknown socket', () => 'AAAAAAAAAAAAAAAAAAAA'],
    ["a recipient's socket", ({ device }: Awaited<ReturnType<typeof openAll>>) => device.client.id ?? ''],
    ["the sender's room", ({ asha }: Awaited<ReturnType<typeof openAll>>) => `user:${asha.user._id}`],
    ["the recipient's room", ({ ravi }: Awaited<ReturnType<typeof openAll>>) => `user:${ravi.user._id}`],
    ['an empty value', () => ''],
    [
      'two sockets',
      ({ tab, otherTab }: Awaited<ReturnType<typeof openAll>>) => `${tab.client.id}, ${otherTab.client.id}`,
    ],
  ])('with X-Socket-Id of %s: is sent to all sockets', async (_, headerFor) => {
    const got = await senderSocketsReached((all) => ({ [SOCKET_ID_HEADER]: headerFor(all) }));

    expect(got).toEqual(['tab', 'otherTab', 'elsewhere']);
  });

  it('sent 50 times at once with one clientMessageId: is emitted once', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const socket = await sockets.open({ cookie: ravi.cookie });
    const body = buildMessageInput({ text: 'once', clientMessageId: crypto.randomUUID() });

    await Promise.all(
      Array.from({ length: 50 }, () => asha.agent.post(`/api/message/send/${ravi.user._id}`).send(body)),
    );
    await sendMessage(asha, ravi.user._id, { text: 'marker' });
    await until(() => expect(textsOf(socket)).toContain('marker'));

    expect(textsOf(socket)).toEqual(['once', 'marker']);
  });

  it('sent 30 times at once: is emitted in the order of the conversation', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const socket = await sockets.open({ cookie: ravi.cookie });

    await Promise.all(Array.from({ length: 30 }, () => sendMessage(asha, ravi.user._id)));
    await until(() => expect(socket.received('newMessage')).toHaveLength(30));
    const { body } = await ravi.agent.get(`/api/message/${asha.user._id}`);

    expect(socket.received('newMessage')).toEqual(body.messages_between_sender_receiver);
  });
});

describe('sessionStarted', () => {
  it('when a user signs in again: is sent to their other sessions, with the values of the session list', async () => {
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
  it('when a session ends, by itself or by another one: is sent to the other sessions of its user only', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const [phone, laptop] = [await signInAgain(app, asha), await signInAgain(app, asha)];
    const [ownSocket, unrelated] = [
      await sockets.open({ cookie: asha.cookie }),
      await sockets.open({ cookie: ravi.cookie }),
    ];
    const ids = async () => {
      const { body } = await asha.agent.get('/api/auth/sessions');
      return body.sessions.map(({ _id }: { _id: string }) => _id);
    };
    const [laptopId, phoneId] = await ids();

    await app.request().post('/api/auth/logout').set('Cookie', phone.cookie);
    await asha.agent.delete(`/api/auth/sessions/${laptopId}`);
    await until(() => expect(ownSocket.received('sessionEnded')).toHaveLength(2));

    expect(ownSocket.received('sessionEnded')).toEqual([{ sessionId: phoneId }, { sessionId: laptopId }]);
    expect(unrelated.received('sessionEnded')).toEqual([]);
    expect((await app.request().get('/api/auth/sessions').set('Cookie', laptop.cookie)).status).toBe(401);
  });
});
