import { request as httpRequest } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { sendMessage } from '../../test/factories.js';
import { holdSessionLookups } from '../../test/hold-session-lookups.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { lastOnlineList, type TestSocket, until, useSockets } from '../../test/socket.js';

const WEB_ORIGIN = 'https://stories.example';

useDatabase();
let isDatabaseUp = true;
const app = useApp({ isDatabaseUp: () => isDatabaseUp });
const sockets = useSockets(app);
const crossSiteApp = useApp({
  env: { PUBLIC_URL: 'https://api.example', WEB_ORIGINS: `${WEB_ORIGIN},https://other.example` },
});

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
    const rejection = await sockets.waitForRejection(cookie === undefined ? {} : { cookie });

    expect(rejection.message).toBe('Not Authenticated.');
  });

  it('with the cookie of an ended session: rejects the socket', async () => {
    const asha = await signIn(app);
    await asha.agent.post('/api/auth/logout');

    const rejection = await sockets.waitForRejection({ cookie: asha.cookie });

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

    const rejection = await sockets.waitForRejection({ cookie: asha.cookie, query: queryFor(ravi.user._id) });

    expect(rejection.message).toBe('Not Authenticated.');
  });

  it("with another user's userId and no session: rejects the socket", async () => {
    const ravi = await signIn(app);

    const rejection = await sockets.waitForRejection({ query: { userId: ravi.user._id } });

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

    const rejection = await sockets.waitForRejection({
      cookie: asha.cookie,
      origin,
      transports: [transport],
    });

    expect(rejection.message).toMatch(/^(websocket error|xhr poll error)$/);
  });

  it.each(['websocket', 'polling'])(
    'over %s from a page of the same host: admits the socket',
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

    const first = await requestHandshake(WEB_ORIGIN);
    const second = await requestHandshake('https://other.example');
    const unrelated = await requestHandshake('https://evil.example');

    expect(first).toEqual({ status: 200, allowed: WEB_ORIGIN });
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
  it('with 60 whose sessions are found at the same moment: admits 50', async () => {
    const asha = await signIn(app);
    const { identify, release } = holdSessionLookups(app, 60);
    const clients = Array.from({ length: 60 }, () => sockets.create({ cookie: asha.cookie }));
    await until(() => expect(identify).toHaveBeenCalledTimes(60));
    release();

    await until(() => expect(clients.filter(({ client }) => client.connected)).toHaveLength(50));
    identify.mockRestore();
  });

  it('with 60 concurrent ones: admits 50 and rejects the others with the reason, without affecting HTTP or other users', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const clients = Array.from({ length: 60 }, () => sockets.create({ cookie: asha.cookie }));
    const outcomes = await Promise.all(
      clients.map(
        ({ client }) =>
          new Promise<string>((resolve) => {
            client.once('connect', () => resolve('admitted'));
            client.once('connect_error', (error) => resolve(error.message));
          }),
      ),
    );

    const later = await sockets.waitForRejection({ cookie: asha.cookie });
    const overHttp = await asha.agent.get('/api/auth/check-auth');
    const other = await sockets.open({ cookie: ravi.cookie });
    clients[outcomes.indexOf('admitted')]?.client.disconnect();
    const free = await vi.waitFor(() => sockets.open({ cookie: asha.cookie }), {
      timeout: 10_000,
      interval: 20,
    });

    expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(50);
    expect(outcomes.filter((outcome) => outcome === 'Too many open tabs')).toHaveLength(10);
    expect(later.message).toBe('Too many open tabs');
    expect(overHttp.status).toBe(200);
    expect(other.client.connected).toBe(true);
    expect(free.client.connected).toBe(true);
  });
});

describe('Security 4: what a client sends', () => {
  /** Opens a socket and calls `send` with it. */
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
    await until(() => expect(receiver.received('newMessage')).toMatchObject([{ text: 'marker' }]));

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
  ])('with a frame that is %s: closes no other socket', async (_, frame) => {
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

  it('with more than 100 events a minute from several sockets: closes the last one and admits no other of the user', async () => {
    const asha = await signIn(app);
    const [first, second] = [
      await sockets.open({ cookie: asha.cookie }),
      await sockets.open({ cookie: asha.cookie }),
    ];
    for (let index = 0; index < 60; index += 1) emit(first, 'x', index);
    await first.client.emitWithAck('unwatchPost', { postId: asha.user._id });

    for (let index = 0; index < 60; index += 1) emit(second, 'x', index);
    await until(() => expect(second.disconnectReason()).not.toBeNull());
    const rejection = await sockets.waitForRejection({ cookie: asha.cookie });

    expect(rejection.message).toBe('Too many requests. Please wait a moment.');
    expect(first.disconnectReason()).toBeNull();
    await expectHealthy();
  });

  it('with five tabs that reconnect twice, watch stories and type for a minute: stays connected', async () => {
    const asha = await signIn(app);
    const tabs = await Promise.all(Array.from({ length: 5 }, () => sockets.open({ cookie: asha.cookie })));
    for (let restart = 0; restart < 2; restart += 1) {
      for (const { client } of tabs) client.io.engine.close();
      await until(() => expect(tabs.every(({ client }) => !client.connected)).toBe(true));
      for (const { client } of tabs) client.connect();
      await until(() => expect(tabs.every(({ client }) => client.connected)).toBe(true));
      await Promise.all(tabs.map(({ client }) => client.emitWithAck('watchPost', { postId: asha.user._id })));
    }

    const [{ client: typing }] = tabs as [TestSocket];
    for (let second = 0; second < 60; second += 1) typing.emit('typing', { toUserId: asha.user._id });
    await typing.emitWithAck('unwatchPost', { postId: asha.user._id });

    expect(tabs.every(({ client }) => client.connected)).toBe(true);
  });
});
