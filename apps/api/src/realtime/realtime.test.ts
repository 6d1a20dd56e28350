import { request as httpRequest } from 'node:http';
import { SOCKET_ID_HEADER } from '@safarnama/contracts';
import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildMessageInput, sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { lastOnlineList, type TestSocket, until, useSockets } from '../../test/socket.js';
import { SessionModel } from '../auth/session.model.js';

const WEB_ORIGIN = 'https://stories.example';

useDatabase();
let isDatabaseUp = true;
const app = useApp({ isDatabaseUp: () => isDatabaseUp });
const sockets = useSockets(app);
const crossSiteApp = useApp({
  env: { PUBLIC_URL: 'https://api.example', WEB_ORIGINS: `${WEB_ORIGIN},https://other.example` },
});

/** Opens another session of a user. */
async function signInAgain(user: SignedIn): Promise<SignedIn> {
  const agent = app.agent();
  const response = await agent
    .post('/api/auth/login')
    .send({ email: user.user.email, password: user.password });
  if (response.status !== 200) throw new Error(`login responded ${response.status}: ${response.text}`);
  const setCookie: unknown = response.headers['set-cookie'];
  return {
    ...user,
    agent,
    cookie: String(Array.isArray(setCookie) ? setCookie[0] : setCookie).split(';')[0] ?? '',
  };
}

const textsOf = (socket: TestSocket) => socket.received('newMessage').map(({ text }) => text);

describe('Security 4: the handshake', () => {
  it('with a session cookie: admits the socket for its user, on both transports', async () => {
    const asha = await signIn(app);

    const byWebsocket = await sockets.open({ cookie: asha.cookie });
    const byPolling = await sockets.open({ cookie: asha.cookie, transports: ['polling'] });

    expect(lastOnlineList(byWebsocket)).toContain(asha.user._id);
    expect(lastOnlineList(byPolling)).toContain(asha.user._id);
  });

  it.each([
    ['no cookie', undefined],
    ['a forged token', 'safarnama_session=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['an empty token', 'safarnama_session='],
  ])('with %s: rejects the socket as not authenticated', async (_, cookie) => {
    const rejection = await sockets.refusal(cookie === undefined ? {} : { cookie });

    expect(rejection.message).toBe('Not Authenticated.');
  });

  it('with the cookie of an ended session: rejects the socket', async () => {
    const asha = await signIn(app);
    await asha.agent.post('/api/auth/logout');

    const rejection = await sockets.refusal({ cookie: asha.cookie });

    expect(rejection.message).toBe('Not Authenticated.');
  });

  it("with the session's userId in the query: admits the socket", async () => {
    const asha = await signIn(app);

    const socket = await sockets.open({ cookie: asha.cookie, query: { userId: asha.user._id } });

    expect(socket.client.connected).toBe(true);
  });

  it.each([
    ["another user's userId", (other: string): Record<string, unknown> => ({ userId: other })],
    ['an empty userId', () => ({ userId: '' })],
    ['an operator as userId', () => ({ 'userId[$ne]': 'x', userId: ['a', 'b'] })],
  ])('with %s in the query: rejects the socket', async (_, queryFor) => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);

    const rejection = await sockets.refusal({ cookie: asha.cookie, query: queryFor(ravi.user._id) });

    expect(rejection.message).toBe('Not Authenticated.');
  });

  it("with another user's userId and no session: rejects the socket", async () => {
    const ravi = await signIn(app);

    const rejection = await sockets.refusal({ query: { userId: ravi.user._id } });

    expect(rejection.message).toBe('Not Authenticated.');
  });

  it.each([
    ['websocket', 'https://evil.example'],
    ['polling', 'https://evil.example'],
    ['websocket', 'null'],
    ['polling', 'null'],
    ['websocket', 'http://127.0.0.1.evil.example'],
  ])('over %s from a page of %s: rejects the socket despite a live session', async (transport, origin) => {
    const asha = await signIn(app);

    const rejection = await sockets.refusal({ cookie: asha.cookie, origin, transports: [transport] });

    expect(rejection.message).toMatch(/^(websocket error|xhr poll error)$/);
  });

  it.each(['websocket', 'polling'])(
    'over %s from a page of the own host: admits the socket',
    async (transport) => {
      const asha = await signIn(app);

      const socket = await sockets.open({ cookie: asha.cookie, origin: app.url, transports: [transport] });

      expect(socket.client.connected).toBe(true);
    },
  );

  it('from a page of WEB_ORIGINS: accepts the first request, unlike from other origins', async () => {
    const requestHandshake = (origin: string) =>
      new Promise<{ status: number | undefined; allowed: unknown }>((resolve, reject) => {
        const url = `${crossSiteApp.url}/socket.io/?EIO=4&transport=polling`;
        httpRequest(url, { headers: { Origin: origin } }, (response) => {
          response.resume();
          resolve({
            status: response.statusCode,
            allowed: response.headers['access-control-allow-origin'],
          });
        })
          .on('error', reject)
          .end();
      });

    const ownSocket = await requestHandshake(WEB_ORIGIN);
    const second = await requestHandshake('https://other.example');
    const unrelated = await requestHandshake('https://evil.example');

    expect(ownSocket).toEqual({ status: 200, allowed: WEB_ORIGIN });
    expect(second).toEqual({ status: 200, allowed: 'https://other.example' });
    expect(unrelated.status).toBe(403);
    expect(unrelated.allowed).toBeUndefined();
  });

  it('while the database is unavailable: closes the connection without a rejection, so that the client retries', async () => {
    const asha = await signIn(app);
    isDatabaseUp = false;
    const socket = sockets.create({ cookie: asha.cookie, reconnection: true, reconnectionDelay: 20 });
    const rejections: Error[] = [];
    socket.client.on('connect_error', (error) => rejections.push(error));
    let closedConnections = 0;
    socket.client.io.on('close', () => {
      closedConnections += 1;
    });
    await until(() => expect(closedConnections).toBeGreaterThan(1));

    isDatabaseUp = true;
    await until(() => expect(socket.client.connected).toBe(true));

    expect(rejections).toEqual([]);
    await until(() => expect(lastOnlineList(socket)).toContain(asha.user._id));
  });
});

describe('Security 4: 50 sockets per user', () => {
  it('with 60 at once: admits 50 and rejects the others with the reason, without affecting HTTP or other users', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const clients = Array.from({ length: 60 }, () => sockets.create({ cookie: asha.cookie }));
    const outcomes = await Promise.all(
      clients.map(
        ({ client }) =>
          new Promise<string>((resolve) => {
            client.once('connect', () => resolve('in'));
            client.once('connect_error', (error) => resolve(error.message));
          }),
      ),
    );

    const later = await sockets.refusal({ cookie: asha.cookie });
    const overHttp = await asha.agent.get('/api/auth/check-auth');
    const other = await sockets.open({ cookie: ravi.cookie });
    clients[outcomes.indexOf('in')]?.client.disconnect();
    const free = await vi.waitFor(() => sockets.open({ cookie: asha.cookie }), {
      timeout: 10_000,
      interval: 20,
    });

    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(50);
    expect(outcomes.filter((outcome) => outcome === 'Too many open tabs')).toHaveLength(10);
    expect(later.message).toBe('Too many open tabs');
    expect(overHttp.status).toBe(200);
    expect(other.client.connected).toBe(true);
    expect(free.client.connected).toBe(true);
  });
});

describe('newMessage', () => {
  /** Asha with two tabs of one session and one of another, Ravi with two sessions, and a third user. */
  async function openAll() {
    const [asha, ravi, otherUser] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    const ashaElsewhere = await signInAgain(asha);
    const [tab, otherTab, elsewhere, device, otherDevice, unrelated] = await Promise.all(
      [asha, asha, ashaElsewhere, ravi, await signInAgain(ravi), otherUser].map(({ cookie }) =>
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

describe('Security 2: the end of a session', () => {
  /** Ends the session of a socket. Returns the time until the socket was disconnected, in ms. */
  async function timeToDisconnect(socket: TestSocket, end: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now();
    await end();
    await until(() => expect(socket.disconnectReason()).toBe('io server disconnect'));
    return performance.now() - startedAt;
  }

  it('by logout: closes its sockets within a second, and no others', async () => {
    const asha = await signIn(app);
    const elsewhere = await signInAgain(asha);
    const [socket, other] = [
      await sockets.open({ cookie: asha.cookie }),
      await sockets.open({ cookie: elsewhere.cookie }),
    ];

    const elapsed = await timeToDisconnect(socket, () => asha.agent.post('/api/auth/logout'));

    expect(elapsed).toBeLessThan(1_000);
    expect(other.disconnectReason()).toBeNull();
  });

  it('by a call of another session, a new password or logout-others: closes its sockets, but not those of the caller', async () => {
    const asha = await signIn(app);
    const ownSocket = await sockets.open({ cookie: asha.cookie });
    const ways: ((id: string) => Promise<unknown>)[] = [
      (id) => asha.agent.delete(`/api/auth/sessions/${id}`),
      () =>
        asha.agent
          .put('/api/auth/update-profile')
          .send({ fullName: asha.user.fullName, password: 'a-new-password-9' }),
      () => asha.agent.post('/api/auth/logout-others'),
    ];

    let { password } = asha;
    for (const way of ways) {
      const elsewhere = await signInAgain({ ...asha, password });
      const socket = await sockets.open({ cookie: elsewhere.cookie });
      const { body } = await asha.agent.get('/api/auth/sessions');
      const { _id } = body.sessions.find(({ current }: { current: boolean }) => !current);

      const elapsed = await timeToDisconnect(socket, () => way(_id));

      expect(elapsed).toBeLessThan(1_000);
      if (way === ways[1]) password = 'a-new-password-9';
    }
    expect(ownSocket.disconnectReason()).toBeNull();
  });

  it('by a new sign-in that replaces it: closes its sockets', async () => {
    const asha = await signIn(app);
    const socket = await sockets.open({ cookie: asha.cookie });

    const elapsed = await timeToDisconnect(socket, () =>
      asha.agent.post('/api/auth/login').send({ email: asha.user.email, password: asha.password }),
    );

    expect(elapsed).toBeLessThan(1_000);
  });

  it('by its expiry: closes its sockets', async () => {
    const asha = await signIn(app);
    await SessionModel.updateMany({}, { $set: { expiresAt: new Date(Date.now() + 400) } });
    const socket = await sockets.open({ cookie: asha.cookie });

    const elapsed = await timeToDisconnect(socket, async () => undefined);

    expect(elapsed).toBeLessThan(1_400);
    expect((await sockets.refusal({ cookie: asha.cookie })).message).toBe('Not Authenticated.');
  });

  it('with an expiry that a renewal has moved: keeps its sockets', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    await SessionModel.updateMany({}, { $set: { expiresAt: new Date(Date.now() + 300) } });
    const renewed = await sockets.open({ cookie: asha.cookie });
    const expiring = await sockets.open({ cookie: ravi.cookie });

    await SessionModel.updateMany(
      { userId: asha.user._id },
      { $set: { expiresAt: new Date(Date.now() + 60_000) } },
    );
    await until(() => expect(expiring.disconnectReason()).toBe('io server disconnect'));
    // Asha's session was looked up before Ravi's; the response arrives after that.
    await asha.agent.get('/api/auth/check-auth');

    expect(renewed.disconnectReason()).toBeNull();
  });

  it('while its sockets are connecting: leaves none of them open', async () => {
    const asha = await signIn(app);
    const racing = Array.from({ length: 20 }, () => {
      const { client } = sockets.create({ cookie: asha.cookie });
      return new Promise<string>((resolve) => {
        client.once('disconnect', resolve);
        client.once('connect_error', ({ message }) => resolve(message));
      });
    });

    await asha.agent.post('/api/auth/logout');
    const outcomes = await Promise.all(racing);

    for (const outcome of outcomes) expect(['io server disconnect', 'Not Authenticated.']).toContain(outcome);
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
    const [phone, laptop] = [await signInAgain(asha), await signInAgain(asha)];
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

describe('Security 4: what a client sends', () => {
  /** Opens a socket and sends something with it. */
  async function openAndSend(send: (socket: TestSocket) => void): Promise<TestSocket> {
    const asha = await signIn(app);
    const socket = await sockets.open({ cookie: asha.cookie });
    send(socket);
    return socket;
  }
  // Bypasses the types of the client, as a forged one would.
  const emit = ({ client }: TestSocket, ...args: unknown[]) =>
    Reflect.apply(client.emit as (...all: unknown[]) => unknown, client, args);

  async function expectHealthy(): Promise<void> {
    const other = await signIn(app);
    const socket = await sockets.open({ cookie: other.cookie });
    const health = await app.request().get('/health/live');
    expect(socket.client.connected).toBe(true);
    expect(health.status).toBe(200);
  }

  it('with unknown events and payloads of every shape: changes nothing', async () => {
    const ravi = await signIn(app);
    const receiver = await sockets.open({ cookie: ravi.cookie });
    const socket = await openAndSend((opened) => {
      emit(opened, 'typing');
      emit(opened, 'typing', null, 5, [], { toUserId: { $ne: null } }, () => undefined);
      emit(opened, 'newMessage', { receiverId: ravi.user._id, text: 'forged' });
      emit(opened, 'getOnlineUsers', []);
      emit(opened, '__proto__', { constructor: 1 });
      emit(opened, 'join', `user:${ravi.user._id}`);
      emit(opened, 'bytes', Buffer.from([1, 2, 3]));
    });
    await sendMessage(await signIn(app), ravi.user._id, { text: 'marker' });
    await until(() => expect(textsOf(receiver)).toEqual(['marker']));

    expect(socket.disconnectReason()).toBeNull();
    await expectHealthy();
  });

  it.each([
    ['not a packet', 'garbage'],
    ['broken JSON', '42["typing",'],
    ['an event without a name', '42[]'],
    ['an event with missing attachments', '45999-["x",{"_placeholder":true,"num":5}]'],
    ['an acknowledgement without an event', '43999["x"]'],
    ['a second join', '40{"pid":"x"}'],
  ])('with a frame that is %s: closes at most the own socket', async (_, frame) => {
    const socket = await openAndSend(({ client }) => {
      const { engine } = client.io;
      (engine as unknown as { transport: { ws: { send(data: string): void } } }).transport.ws.send(frame);
    });

    await expectHealthy();

    expect([null, 'transport close', 'transport error', 'parse error']).toContain(socket.disconnectReason());
  });

  it('with a frame of 64 kB: accepts it; with a larger one: closes the socket', async () => {
    const accepted = await openAndSend((socket) => emit(socket, 'x', 'a'.repeat(60_000)));
    const rejected = await openAndSend((socket) => emit(socket, 'x', 'a'.repeat(65_000)));

    await until(() => expect(rejected.disconnectReason()).not.toBeNull());

    expect(accepted.disconnectReason()).toBeNull();
    await expectHealthy();
  });

  it('with a polling body of more than 64 kB: closes the socket', async () => {
    const asha = await signIn(app);
    const socket = await sockets.open({ cookie: asha.cookie, transports: ['polling'] });

    emit(socket, 'x', 'a'.repeat(65_000));

    await until(() => expect(socket.disconnectReason()).not.toBeNull());
    await expectHealthy();
  });

  it('with more than 100 packets before it is admitted: closes the connection', async () => {
    const url = `${app.url}/socket.io/?EIO=4&transport=polling`;
    const hello = await (await fetch(url)).text();
    const { sid } = JSON.parse(hello.slice(1));
    const join = '40/nowhere';

    await fetch(`${url}&sid=${sid}`, { method: 'POST', body: Array<string>(110).fill(join).join('\x1e') });
    await vi.waitFor(async () => expect((await fetch(`${url}&sid=${sid}`)).status).toBe(400), {
      timeout: 10_000,
      interval: 20,
    });

    await expectHealthy();
  });

  it('with more than 100 events a minute: closes the socket', async () => {
    const withinLimit = await openAndSend((socket) => {
      for (let index = 0; index < 90; index += 1) emit(socket, 'x', index);
    });
    const flooding = await openAndSend((socket) => {
      for (let index = 0; index < 110; index += 1) emit(socket, 'x', index);
    });

    await until(() => expect(flooding.disconnectReason()).not.toBeNull());

    expect(withinLimit.disconnectReason()).toBeNull();
    await expectHealthy();
  });
});
