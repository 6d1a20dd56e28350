import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import mongoose from 'mongoose';
import { pino } from 'pino';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildMessageInput, buildPostInput, buildSignup, PNG_DATA_URL } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { SessionModel } from '../auth/session.model.js';
import { DraftModel } from '../draft/draft.model.js';
import { MediaModel } from '../media/media.model.js';
import { SubscriptionModel } from '../newsletter/newsletter.model.js';
import { UserModel } from '../user/user.model.js';
import { AppError, unavailable } from './app-error.js';
import { errorHandler } from './error-handler.js';
import { createRateLimits } from './rate-limit.js';

useDatabase();
const limited = useApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
const localApp = useApp({ env: { RATE_LIMITS: 'on' } });
/** Comparing a password takes longer than noticing a disconnect. */
const slowApp = useApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' }, passwordRounds: 10 });

let lastAddress = 0;
/** Returns the header of a proxy with an address that no other test uses. */
function newAddress(): Record<string, string> {
  lastAddress += 1;
  return { 'X-Forwarded-For': `203.0.113.${lastAddress}` };
}

function sendWrongLogin(address: Record<string, string>, email: string) {
  return limited.request().post('/api/auth/login').set(address).send({ email, password: 'not-this-one' });
}

/** Sends a sign-in whose connection is closed before the password is compared. */
async function sendDisconnectedLogin(
  headers: Record<string, string>,
  input: { email: string; password: string },
): Promise<void> {
  const client = new AbortController();
  const disconnect = ({ collectionName }: { collectionName: string }) => {
    if (collectionName === 'users') client.abort();
  };
  mongoose.connection.on('operation-start', disconnect);
  const response = fetch(`${slowApp.url}/api/auth/login`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
    signal: client.signal,
  });
  await expect(response).rejects.toThrow('aborted');
  mongoose.connection.off('operation-start', disconnect);
}

/** Sends requests one after the other. @returns their statuses. */
async function sendRepeatedly(
  times: number,
  request: () => PromiseLike<{ status: number }>,
): Promise<number[]> {
  const statuses = [];
  for (let i = 0; i < times; i += 1) statuses.push((await request()).status);
  return statuses;
}

describe('Security 8: failed sign-ins', () => {
  it('10 for one account from one address: the next is 429 with any password; another address can sign in', async () => {
    const { user, password } = await signIn(limited);
    const address = newAddress();

    const wrongStatuses = await sendRepeatedly(10, () => sendWrongLogin(address, user.email));
    const right = { email: user.email.toUpperCase(), password };
    const here = await limited.request().post('/api/auth/login').set(address).send(right);
    const elsewhere = await limited.request().post('/api/auth/login').set(newAddress()).send(right);

    expect(wrongStatuses).toEqual(Array(10).fill(401));
    expect(here.status).toBe(429);
    expect(here.body).toEqual({
      message: expect.stringContaining('Too many requests'),
      code: 'too_many_requests',
      requestId: here.headers['x-request-id'],
    });
    expect(Number(here.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(Number(here.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    expect(here.headers['ratelimit-policy']).toContain('10;');
    expect(here.headers.ratelimit).toContain('r=0');
    expect(elsewhere.status).toBe(200);
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(2);
  });

  it('9, then successful sign-ins: the successful ones do not count as failed', async () => {
    const { user, password } = await signIn(limited);
    const address = newAddress();

    await sendRepeatedly(9, () => sendWrongLogin(address, user.email));
    const right = await sendRepeatedly(12, () =>
      limited.request().post('/api/auth/login').set(address).send({ email: user.email, password }),
    );

    expect(right).toEqual(Array(12).fill(200));
  });

  it('15 concurrent ones: lets no more than 10 through', async () => {
    const { user } = await signIn(limited);
    const address = newAddress();

    const responses = await Promise.all(
      Array.from({ length: 15 }, () => sendWrongLogin(address, user.email)),
    );

    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
  });

  it('10 with the right password that are disconnected before the response: do not count', async () => {
    const { user, password } = await signIn(slowApp);
    const address = newAddress();
    const right = { email: user.email, password };

    for (let n = 0; n < 10; n += 1) await sendDisconnectedLogin(address, right);

    const login = () => slowApp.request().post('/api/auth/login').set(address).send(right);
    await expect.poll(async () => (await login()).status).toBe(200);
  });

  it('10 with a wrong password that are disconnected before the response: count', async () => {
    const { user } = await signIn(slowApp);
    const address = newAddress();
    const wrong = { email: user.email, password: 'not-this-one' };

    for (let n = 0; n < 10; n += 1) await sendDisconnectedLogin(address, wrong);

    const login = () => slowApp.request().post('/api/auth/login').set(address).send(wrong);
    await expect.poll(async () => Number((await login()).headers['retry-after'])).toBeGreaterThan(14 * 60);
  });

  it('while 10 sign-ins for the account are running: the next gets 429 for 2 seconds; if they succeed, none counts', async () => {
    const limits = createRateLimits({ rateLimits: true, trustProxy: 0 }, null);
    const pending: ((name: string) => void)[] = [];
    const login = () => new Promise<string>((resolve) => pending.push(resolve));
    const app = express();
    app.post('/login', async (req, res) => {
      res.json(await limits.countLogin(req, res, 'meera@example.com', login));
    });
    app.use(errorHandler);
    // A request through a proxy is not exempt.
    const send = () => supertest(app).post('/login').set('X-Forwarded-For', '203.0.113.1');
    const sendTen = () => Promise.all(Array.from({ length: 10 }, async () => (await send()).status));

    const running = sendTen();
    await expect.poll(() => pending.length).toBe(10);
    const next = await send();
    for (const resolve of pending) resolve('मीरा');
    const statuses = await running;
    const more = sendTen();
    await expect.poll(() => pending.length).toBe(20);
    for (const resolve of pending) resolve('मीरा');

    expect(next.status).toBe(429);
    expect(next.headers['retry-after']).toBe('2');
    expect(statuses).toEqual(Array(10).fill(200));
    expect(await more).toEqual(Array(10).fill(200));
  });

  it('for an account from another address: do not affect its signed-in user', async () => {
    const { user, agent } = await signIn(limited);
    const address = newAddress();
    await sendRepeatedly(11, () => sendWrongLogin(address, user.email));

    const response = await agent.get('/api/auth/check-auth').set(address);

    expect(response.status).toBe(200);
  });

  it('100 from one address for many accounts: the next is 429 for any account', async () => {
    const address = newAddress();

    const wrongStatuses = await Promise.all(
      Array.from({ length: 100 }, (_, n) => sendWrongLogin(address, `unknown.${n % 20}@example.com`)),
    );
    const next = await sendWrongLogin(address, 'another@example.com');

    expect(new Set(wrongStatuses.map(({ status }) => status))).toEqual(new Set([401]));
    expect(next.status).toBe(429);
    expect((await sendWrongLogin(newAddress(), 'another@example.com')).status).toBe(401);
  });
});

describe('Security 8: sign-ins with the right password', () => {
  const send = (address: Record<string, string>, { user, password }: SignedIn) =>
    limited.request().post('/api/auth/login').set(address).send({ email: user.email, password });

  it('30 for one account from one address: the next is 429; other accounts and addresses can sign in', async () => {
    const [me, other] = [await signIn(limited), await signIn(limited)];
    const address = newAddress();

    const statuses = await sendRepeatedly(30, () => send(address, me));
    const next = await send(address, me);

    expect(statuses).toEqual(Array(30).fill(200));
    expect(next.status).toBe(429);
    expect(Number(next.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect((await send(address, other)).status).toBe(200);
    expect((await send(newAddress(), me)).status).toBe(200);
  });

  /** Starts a server whose sign-ins all succeed. @returns a function that signs in from the same address. */
  async function serveLogins() {
    const limits = createRateLimits({ rateLimits: true, trustProxy: 0 }, null);
    const app = express();
    app.post('/login/:name', async (req, res) => {
      await limits.countLogin(req, res, `${req.params.name}@example.com`, async () => 'मीरा');
      res.sendStatus(200);
    });
    app.use(errorHandler);
    const server = createServer(app).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    // A request through a proxy is not exempt.
    return (name: string) => supertest(server).post(`/login/${name}`).set('X-Forwarded-For', '203.0.113.1');
  }

  it('300 from one address for many accounts: the next is 429 for any account', async () => {
    const login = await serveLogins();

    const statuses = await sendRepeatedly(300, () => login(randomUUID()));
    const next = await login('another');

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(next.status).toBe(429);
  });

  it('300 rejected ones for one account: other accounts can sign in from the same address', async () => {
    const login = await serveLogins();

    await sendRepeatedly(30, () => login('meera'));
    const rejected = await sendRepeatedly(300, () => login('meera'));
    const other = await login('asha');

    expect(new Set(rejected)).toEqual(new Set([429]));
    expect(other.status).toBe(200);
  });
});

describe('pictures that the server is too busy to read', () => {
  it('25 at once that are read: none is rejected; after 20 that fail at once, the next is 429', async () => {
    const limits = createRateLimits({ rateLimits: true, trustProxy: 0 }, null);
    const pending: { succeed(key: string): void; fail(error: AppError): void }[] = [];
    const store = () =>
      new Promise<string>((resolve, reject) => pending.push({ succeed: resolve, fail: reject }));
    const app = express();
    app.head('/upload', async (req, res) => {
      res.locals.logger = pino({ enabled: false });
      res.json(await limits.countFailureAfterwards('busy-pictures', req, res, store));
    });
    app.use(errorHandler);
    // A request through a proxy is not exempt.
    const send = () => supertest(app).head('/upload').set('X-Forwarded-For', '203.0.113.1');
    /** Sends requests that are read concurrently. @returns their statuses. */
    const sendAtOnce = async (count: number, end: (picture: (typeof pending)[number]) => void) => {
      const statuses = Promise.all(Array.from({ length: count }, async () => (await send()).status));
      await expect.poll(() => pending.length).toBe(count);
      for (const picture of pending.splice(0)) end(picture);
      return statuses;
    };

    const read = await sendAtOnce(25, ({ succeed }) => succeed('key'));
    const unread = await sendAtOnce(20, ({ fail }) => fail(unavailable('server_busy', 'Too busy')));
    const next = await send();

    expect(read).toEqual(Array(25).fill(200));
    expect(unread).toEqual(Array(20).fill(503));
    expect(next.status).toBe(429);
    expect(Number(next.headers['retry-after'])).toBeGreaterThan(14 * 60);
  });
});

describe('Security 8: sign-ups', () => {
  it('20 from one address: the next is 429 with limit headers; another address can sign up', async () => {
    const address = newAddress();
    const signup = (from: Record<string, string>) =>
      limited.request().post('/api/auth/signup').set(from).send(buildSignup());

    const first = await signup(address);
    const more = await sendRepeatedly(19, () => signup(address));
    const next = await signup(address);

    expect(first.headers.ratelimit).toMatch(/"signup";\s?r=19/);
    expect(new Set(more)).toEqual(new Set([201]));
    expect(next.status).toBe(429);
    expect(Number(next.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await signup(newAddress())).status).toBe(201);
    expect(await UserModel.countDocuments()).toBe(21);
  });

  it('with forged entries before the address from the proxy: count towards that address', async () => {
    const [seen] = Object.values(newAddress());
    let n = 0;
    const signup = () => {
      n += 1;
      const forwarded = `198.51.100.${n}, ${seen}`;
      return limited.request().post('/api/auth/signup').set('X-Forwarded-For', forwarded).send({});
    };

    const statuses = await sendRepeatedly(21, signup);

    expect(statuses).toEqual([...Array(20).fill(400), 429]);
  });

  it('from one IPv6 subnet with many addresses: count together', async () => {
    let n = 0;
    const signup = () => {
      n += 1;
      return limited.request().post('/api/auth/signup').set('X-Forwarded-For', `2001:db8:7:7::${n}`).send({});
    };

    const statuses = await sendRepeatedly(21, signup);

    expect(statuses.at(-1)).toBe(429);
  });
});

describe('Security 8: on the local machine, TRUST_PROXY off', () => {
  it('limits by address: do not apply to requests without a proxy', async () => {
    const attempts = await sendRepeatedly(25, () => localApp.request().post('/api/auth/signup').send({}));
    const logins = await sendRepeatedly(12, () =>
      localApp.request().post('/api/auth/login').send({ email: 'nobody@example.com', password: 'x' }),
    );

    expect(new Set(attempts)).toEqual(new Set([400]));
    expect(new Set(logins)).toEqual(new Set([401]));
  });

  it.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP'])(
    'limits by address with %s: apply to the proxy, whatever address the header names',
    async (header) => {
      const email = `${header.toLowerCase()}@example.com`;
      let n = 0;
      const statuses = await sendRepeatedly(11, () => {
        n += 1;
        return localApp
          .request()
          .post('/api/auth/login')
          .set(header, `203.0.113.${n}`)
          .send({ email, password: 'x' });
      });

      expect(statuses).toEqual([...Array(10).fill(401), 429]);
    },
  );

  it('wrong current passwords: count by user; the sixth is 429, even with the right one', async () => {
    const me = await signIn(localApp);
    const other = await signIn(localApp);
    const change = ({ agent, user }: SignedIn, currentPassword: string) =>
      agent
        .put('/api/auth/update-profile')
        .send({ fullName: user.fullName, password: 'a-new-password', currentPassword });

    const wrongStatuses = await sendRepeatedly(5, () => change(me, 'not-this-one'));
    const right = await change(me, me.password);

    expect(wrongStatuses).toEqual(Array(5).fill(403));
    expect(right.status).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect((await change(other, 'not-this-one')).status).toBe(403);
    const login = await localApp
      .request()
      .post('/api/auth/login')
      .send({ email: me.user.email, password: me.password });
    expect(login.status).toBe(200);
  });

  it('right current passwords and changes without one: do not count', async () => {
    const me = await signIn(localApp);
    const save = (body: object) =>
      me.agent.put('/api/auth/update-profile').send({ fullName: 'मीरा', ...body });

    const statuses = await sendRepeatedly(8, () =>
      save({ password: me.password, currentPassword: me.password }),
    );
    statuses.push(...(await sendRepeatedly(8, () => save({}))));

    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('Security 8: new passwords', () => {
  it('12 that are counted at the same moment: rejects only two', async () => {
    const limits = createRateLimits({ rateLimits: true, trustProxy: 0 }, null);
    const waiting: (() => void)[] = [];
    const app = express();
    app.post('/', async (req, res) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await limits.count('new-password', req, res);
      res.sendStatus(200);
    });
    app.use(errorHandler);
    const send = () => supertest(app).post('/').set('X-Forwarded-For', '203.0.113.1');

    const pending = Promise.all(Array.from({ length: 12 }, async () => (await send()).status));
    await expect.poll(() => waiting.length).toBe(12);
    for (const resolve of waiting) resolve();

    expect((await pending).sort()).toEqual([...Array(10).fill(200), 429, 429]);
  });

  it('12 by one user concurrently: two are 429; other changes and other users are not affected', async () => {
    const [me, other] = [await signIn(localApp), await signIn(localApp)];
    const save = ({ agent, user }: SignedIn, body: object) =>
      agent.put('/api/auth/update-profile').send({ fullName: user.fullName, ...body });
    const password = 'a-new-password';

    const responses = await Promise.all(Array.from({ length: 12 }, () => save(me, { password })));

    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(2);
    for (const { body, headers } of rejected) {
      expect(body.code).toBe('too_many_requests');
      expect(Number(headers['retry-after'])).toBeGreaterThan(14 * 60);
    }
    expect((await save(other, { password })).status).toBe(200);
    expect((await save(me, {})).status).toBe(200);
  });
});

describe('Security 8: sitemaps', () => {
  it('60 a minute from one address: the next is 429; another address gets one', async () => {
    const address = newAddress();
    const read = (from: Record<string, string>) => limited.request().get('/sitemap.xml').set(from);

    const statuses = await sendRepeatedly(60, () => read(address));
    const next = await read(address);

    expect(statuses).toEqual(Array(60).fill(200));
    expect(next.status).toBe(429);
    expect(Number(next.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await read(newAddress())).status).toBe(200);
  });
});

const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000).toISOString();

describe('Security 8: what a user sends', () => {
  it.each([
    ['stories', 300, 'post', '/api/post/create-post', buildPostInput()],
    ['scheduled drafts', 300, 'put', `/api/drafts/${randomUUID()}/schedule`, { publishAt: inAnHour() }],
    ['comments', 60, 'post', `/api/post/${'a'.repeat(24)}/comments`, { text: 'सुंदर!' }],
    ['messages', 600, 'post', `/api/message/send/${'a'.repeat(24)}`, buildMessageInput()],
  ] as const)('%s: get responses with their limit of %i', async (_case, limit, method, path, body) => {
    const { agent } = await signIn(localApp);

    const response = await agent[method](path).send(body);

    expect(response.headers['ratelimit-policy']).toContain(`${limit};`);
    expect(response.headers.ratelimit).toContain(`r=${limit - 1}`);
  });

  it('searches, also for contacts, and pages of places: count together, and not with suggestions or contacts', async () => {
    const { agent } = await signIn(localApp);

    const responses = [
      await agent.get('/api/post/search').query({ q: 'ghat' }),
      await agent.get('/api/place/varanasi'),
      await agent.get('/api/message/get-all-users').query({ q: 'मीरा' }),
      await agent.get('/api/message/get-all-users'),
      await agent.get('/api/post/suggest').query({ q: 'gha' }),
      await agent.get('/api/place/search').query({ q: 'varan' }),
    ];

    const remaining = responses.map(
      ({ headers }) => /"(searches|suggestions)"; r=\d+/.exec(headers.ratelimit ?? '')?.[0],
    );
    expect(remaining).toEqual([
      '"searches"; r=299',
      '"searches"; r=298',
      '"searches"; r=297',
      undefined,
      '"suggestions"; r=299',
      '"suggestions"; r=298',
    ]);
  });

  it('messages, their deletion and reactions: count together', async () => {
    const { agent } = await signIn(localApp);
    const id = 'a'.repeat(24);

    const responses = [
      await agent.post(`/api/message/send/${id}`).send(buildMessageInput()),
      await agent.put(`/api/message/${id}/reaction`).send({ emoji: '🙏' }),
      await agent.delete(`/api/message/${id}/reaction`),
      await agent.delete(`/api/message/${id}`),
    ];

    const remaining = responses.map(
      ({ headers }) => /"messages"; r=(\d+)/.exec(headers.ratelimit ?? '')?.[1],
    );
    expect(remaining).toEqual(['599', '598', '597', '596']);
  });

  it('drafts: get responses with their limit of 120 a minute', async () => {
    const { agent } = await signIn(localApp);

    const response = await agent.put(`/api/drafts/${randomUUID()}`).send({ blogTitle: 'आधी कहानी' });

    expect(response.status).toBe(200);
    expect(response.headers['ratelimit-policy']).toMatch(/"drafts";\s?q=120;\s?w=60;/);
  });

  it('20 newsletter addresses: the next is 429 and not stored; invalid ones do not count; another user can subscribe', async () => {
    const [me, other] = [await signIn(localApp), await signIn(localApp)];
    const send = ({ agent }: SignedIn, email: string) =>
      agent.post('/api/newsletter/subscribe').send({ email });
    let count = 0;
    const subscribe = (user: SignedIn) => {
      count += 1;
      return send(user, `reader.${count}@example.com`);
    };

    const invalid = await sendRepeatedly(21, () => send(me, 'meera'));
    const statuses = await sendRepeatedly(20, () => subscribe(me));
    const next = await subscribe(me);

    expect(invalid).toEqual(Array(21).fill(400));
    expect(statuses).toEqual(Array(20).fill(200));
    expect(next.status).toBe(429);
    expect(Number(next.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await subscribe(other)).status).toBe(200);
    expect(await SubscriptionModel.countDocuments()).toBe(21);
  });

  it('messages beyond their limit: read only the session', async () => {
    const { agent } = await signIn(localApp);
    const send = (receiverId: string) => agent.post(`/api/message/send/${receiverId}`).send({});
    // Invalid requests count too, and are quick.
    await Promise.all(Array.from({ length: 601 }, () => send('x')));
    const collections = new Set<string>();
    const listen = ({ collectionName }: { collectionName: string }) => collections.add(collectionName);
    mongoose.connection.on('operation-start', listen);

    const response = await send('a'.repeat(24));

    mongoose.connection.off('operation-start', listen);
    expect(response.status).toBe(429);
    expect([...collections].filter((name) => name !== 'sessions')).toEqual([]);
  });

  it('uploaded pictures of profiles, messages, drafts and texts: count as stories; picture URLs and texts do not', async () => {
    const [me, other] = [await signIn(localApp), await signIn(localApp)];
    const save = (body: object) =>
      me.agent.put('/api/auth/update-profile').send({ fullName: 'मीरा', ...body });
    const send = (body: object) =>
      me.agent.post(`/api/message/send/${other.user._id}`).send(buildMessageInput(body));
    const draft = randomUUID();
    const write = (body: object) => me.agent.put(`/api/drafts/${draft}`).send(body);

    const saved = await save({ profilePic: PNG_DATA_URL });
    const sent = await send({ image: PNG_DATA_URL });
    const written = await write({ blogImage: PNG_DATA_URL });
    const savedAgain = await save({ profilePic: saved.body.profilePic });
    const text = await send({});
    const writtenAgain = await write({ blogImage: written.body.draft.blogImage, version: 1 });
    const textOnly = await write({ blogTitle: 'आधी कहानी', version: 2 });
    const story = await me.agent.post('/api/post/create-post').send(buildPostInput());
    const upload = await me.agent
      .post('/api/media/uploads')
      .set({ 'Tus-Resumable': '1.0.0', 'Upload-Length': '9' });

    const responses = [saved, sent, written, savedAgain, text, writtenAgain, textOnly, story, upload];
    expect(responses.map(({ status }) => status)).toEqual([200, 201, 200, 200, 201, 200, 200, 201, 201]);
    const remaining = responses.map(({ headers }) => /"posts"; r=(\d+)/.exec(headers.ratelimit ?? '')?.[1]);
    const none = undefined;
    expect(remaining).toEqual(['299', '298', '297', none, none, none, none, '296', '295']);
  });

  it('stories that are deleted and unpublished: count together, and not with new or restored ones', async () => {
    const { agent } = await signIn(localApp);
    const story = await agent.post('/api/post/create-post').send(buildPostInput());
    const { _id } = story.body.post;

    const responses = [
      await agent.delete(`/api/post/delete-post/${_id}`),
      await agent.post(`/api/post/${_id}/undelete`),
      await agent.post(`/api/post/${_id}/unpublish`),
    ];

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const remaining = responses.map(
      ({ headers }) => /"deletions"; r=(\d+)/.exec(headers.ratelimit ?? '')?.[1],
    );
    expect(remaining).toEqual(['299', undefined, '298']);
    for (const { headers } of responses) expect(headers.ratelimit).not.toContain('"posts"');
  });

  it('after 300 stories and 300 deletions within an hour: a deleted story is restored, a schedule is cancelled', async () => {
    const { agent } = await signIn(localApp);
    const story = await agent.post('/api/post/create-post').send(buildPostInput());
    const { _id } = story.body.post;
    const key = randomUUID();
    const schedule = (publishAt: string | null) =>
      agent.put(`/api/drafts/${key}/schedule`).send({ publishAt });
    await agent.put(`/api/drafts/${key}`).send({ blogTitle: 'कल', blogHtml: '<p>चाय</p>' });
    expect((await schedule(inAnHour())).status).toBe(200);
    await agent.delete(`/api/post/delete-post/${_id}`);
    await Promise.all(
      Array.from({ length: 300 }, async () => {
        await agent.post('/api/post/create-post').send({});
        await agent.delete(`/api/post/delete-post/${'a'.repeat(24)}`);
      }),
    );

    const restored = await agent.post(`/api/post/${_id}/undelete`);
    const rescheduled = await schedule(inAnHour());
    const cancelled = await schedule(null);

    expect([restored.status, rescheduled.status, cancelled.status]).toEqual([200, 429, 200]);
    expect(cancelled.body.draft.publishAt).toBeNull();
  });

  it('a picture of a draft after 300 stories within an hour: gets 429 and is not stored; a text is saved', async () => {
    const { agent } = await signIn(localApp);
    const write = (body: object) => agent.put(`/api/drafts/${randomUUID()}`).send(body);
    // Invalid requests count too, and are quick.
    await Promise.all(Array.from({ length: 300 }, () => agent.post('/api/post/create-post').send({})));

    const picture = await write({ blogImage: PNG_DATA_URL });
    const textOnly = await write({ blogTitle: 'आधी कहानी' });

    expect([picture.status, textOnly.status]).toEqual([429, 200]);
    expect(Number(picture.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(await DraftModel.find().lean()).toMatchObject([{ blogTitle: 'आधी कहानी' }]);
    expect(await MediaModel.countDocuments()).toBe(0);
  });
});

/** Tests the limiters in a small Express app that reads the user from a header: 1,200 API requests would be slow. */
describe('Security 8: requests of all kinds', () => {
  let close: () => Promise<unknown>;
  let request: (headers: Record<string, string>, times?: number) => Promise<Map<number, number>>;

  beforeEach(async () => {
    const limits = createRateLimits({ rateLimits: true, trustProxy: 1 }, null);
    const app = express();
    app.set('trust proxy', 1);
    app.use((req, res, next) => {
      const userId = req.get('X-Test-User');
      if (userId) res.locals.me = { userId, sessionId: '', signedInAt: new Date() };
      next();
    });
    app.get('/', ...limits.forEndpoint({}), (_req, res) => void res.sendStatus(200));
    app.use((error: unknown, _req: express.Request, res: express.Response, _next: express.NextFunction) => {
      res.sendStatus(error instanceof AppError ? error.status : 500);
    });
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const sendOne = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        get({ port, host: '127.0.0.1', agent, headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0));
        }).on('error', reject);
      });
    request = async (headers, times = 1) => {
      const counts = new Map<number, number>();
      for (const status of await Promise.all(Array.from({ length: times }, () => sendOne(headers)))) {
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
      return counts;
    };
    close = async () => {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    };
  });
  afterEach(() => close());

  it('1,200 a minute from an address without a session: limits the address, but not a signed-in user there', async () => {
    const address = newAddress();

    const counts = await request(address, 1_203);

    expect(counts).toEqual(
      new Map([
        [200, 1_200],
        [429, 3],
      ]),
    );
    expect(await request({ ...address, 'X-Test-User': 'one' })).toEqual(new Map([[200, 1]]));
    expect(await request(newAddress())).toEqual(new Map([[200, 1]]));
  });

  it('1,200 a minute by a user with a session: limits the user at every address, and nobody else', async () => {
    const address = newAddress();
    const userHeader = { 'X-Test-User': 'two' };

    const counts = await request({ ...address, ...userHeader }, 1_200);

    expect(counts).toEqual(new Map([[200, 1_200]]));
    expect(await request({ ...newAddress(), ...userHeader })).toEqual(new Map([[429, 1]]));
    expect(await request({ ...address, 'X-Test-User': 'three' })).toEqual(new Map([[200, 1]]));
    expect(await request(address)).toEqual(new Map([[200, 1]]));
  });
});
