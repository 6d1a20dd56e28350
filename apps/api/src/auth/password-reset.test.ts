import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn, signInAgain } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';
import { createLogger } from '../config/logger.js';
import { UserModel } from '../user/user.model.js';
import { createPasswordResetService, issueResetToken } from './password-reset.service.js';
import { SessionModel } from './session.model.js';

const INVALID_LINK = 'This link is no longer valid. Ask whoever runs this site for a new one.';
const NEW_PASSWORD = 'नया-पासवर्ड-९';
const MINUTE_MS = 60_000;

const logLines: string[] = [];
let isDatabaseUp = true;
useDatabase();
const app = useApp({
  isDatabaseUp: () => isDatabaseUp,
  logger: createLogger({ level: 'debug', destination: { write: (line) => void logLines.push(line) } }),
});
const limitedApp = useApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
const sockets = useSockets(app);

beforeEach(() => void logLines.splice(0));
afterEach(() => {
  isDatabaseUp = true;
  vi.useRealTimers();
});

/** Issues a link and returns its token. */
async function issueToken({ user }: Pick<SignedIn, 'user'>): Promise<string> {
  const issued = await issueResetToken(user.email);
  if (!issued) throw new Error('The account does not exist');
  return issued.token;
}

const reset = (token: unknown, password: unknown = NEW_PASSWORD) =>
  app.request().post('/api/auth/reset-password').send({ token, password });

async function login(email: string, password: string): Promise<number> {
  return (await app.request().post('/api/auth/login').send({ email, password })).status;
}

describe('POST /api/auth/reset-password', () => {
  it('with a valid link: sets the password, does not sign in, and ends every session within a second', async () => {
    const me = await signIn(app);
    const { agent: otherAgent } = await signInAgain(app, me);
    const other = await signIn(app);
    const socket = await sockets.open({ cookie: me.cookie });
    const othersSocket = await sockets.open({ cookie: other.cookie });

    const response = await reset(await issueToken(me));

    const respondedAt = performance.now();
    await until(() => expect(socket.disconnectReason()).not.toBeNull());
    expect(performance.now() - respondedAt).toBeLessThan(1_000);
    expect([response.status, response.body]).toEqual([
      200,
      { message: 'Your password has been changed. Please sign in.' },
    ]);
    expect(response.headers['set-cookie']).toBeUndefined();
    const statuses = [me, { agent: otherAgent }, other].map(
      async ({ agent }) => (await agent.get('/api/auth/check-auth')).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
    expect(othersSocket.disconnectReason()).toBeNull();
    expect(await login(me.user.email, me.password)).toBe(401);
    expect(await login(me.user.email, NEW_PASSWORD)).toBe(200);
  });

  it('with a used link: responds 400 and keeps the password of the first use', async () => {
    const me = await signIn(app);
    const token = await issueToken(me);
    await reset(token);

    const again = await reset(token, 'another-one-9');

    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({ code: 'reset_link_invalid', message: INVALID_LINK });
    expect(await login(me.user.email, NEW_PASSWORD)).toBe(200);
  });

  it('50 concurrent requests with different passwords: exactly one succeeds and sets its password', async () => {
    const me = await signIn(app);
    const token = await issueToken(me);
    const passwords = Array.from({ length: 50 }, (_, index) => `at-once-number-${index}`);

    const responses = await Promise.all(passwords.map((password) => reset(token, password)));

    const successful = passwords.filter((_, index) => responses[index]?.status === 200);
    expect(successful).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(49);
    const accepted = [];
    for (const password of passwords) {
      if ((await login(me.user.email, password)) === 200) accepted.push(password);
    }
    expect(accepted).toEqual(successful);
  });

  it('with a link 29 minutes old: succeeds; 31 minutes old: responds 400 and changes nothing', async () => {
    const [young, old] = [await signIn(app), await signIn(app)];
    const tokens = { young: await issueToken(young), old: await issueToken(old) };
    const now = Date.now();

    vi.useFakeTimers({ toFake: ['Date'], now: now + 29 * MINUTE_MS });
    const inTime = await reset(tokens.young);
    vi.setSystemTime(now + 31 * MINUTE_MS);
    const late = await reset(tokens.old);
    vi.useRealTimers();

    expect([inTime.status, late.status]).toEqual([200, 400]);
    expect(late.body.message).toBe(INVALID_LINK);
    expect((await old.agent.get('/api/auth/check-auth')).status).toBe(200);
    expect(await login(old.user.email, old.password)).toBe(200);
  });

  it('with a replaced link: responds 400, and the newer link works', async () => {
    const me = await signIn(app);
    const [older, newer] = [await issueToken(me), await issueToken(me)];

    expect((await reset(older)).body.message).toBe(INVALID_LINK);
    expect((await reset(newer)).status).toBe(200);
  });

  it('after the user has changed the password: responds 400', async () => {
    const me = await signIn(app);
    const token = await issueToken(me);
    await me.agent
      .put('/api/auth/update-profile')
      .send({ fullName: me.user.fullName, password: 'chosen-by-myself' })
      .expect(200);

    expect((await reset(token)).body.message).toBe(INVALID_LINK);
    expect(await login(me.user.email, 'chosen-by-myself')).toBe(200);
  });

  it.each<[string, (token: string, otherToken: string) => unknown]>([
    ['with another secret', (token) => `${token.slice(0, -6)}AAAAAA`],
    [
      'with one bit changed',
      (token) => `${token.slice(0, -4)}${token.at(-4) === 'A' ? 'B' : 'A'}${token.slice(-3)}`,
    ],
    ['for another user', (token, otherToken) => otherToken.slice(0, 16) + token.slice(16)],
    ['for an unknown user', (token) => 'A'.repeat(16) + token.slice(16)],
    ['truncated', (token) => token.slice(0, -1)],
    ['with a character appended', (token) => `${token}A`],
    ['that is empty', () => ''],
    ['that is missing', () => undefined],
    ['that is an operator', () => ({ $gt: '' })],
    ['that is a list', (token) => [token]],
  ])('%s: responds 400 with the same message and changes nothing', async (_case, change) => {
    const [me, other] = [await signIn(app), await signIn(app)];
    const [token, otherToken] = [await issueToken(me), await issueToken(other)];
    const before = await UserModel.find().select('+passwordHash +passwordReset').sort({ _id: 1 }).lean();

    const response = await reset(change(token, otherToken));

    expect(response.status).toBe(400);
    expect(response.body.message).toBe(INVALID_LINK);
    expect(response.body.fields).toEqual([
      { field: 'token', code: 'reset_link_invalid', message: INVALID_LINK },
    ]);
    expect(await UserModel.find().select('+passwordHash +passwordReset').sort({ _id: 1 }).lean()).toEqual(
      before,
    );
    expect(await SessionModel.countDocuments()).toBe(2);
  });

  it.each([
    ['short', 'sevench'],
    ['missing', undefined],
    ['not a string', { $ne: '' }],
  ])('with a password that is %s: responds 400 and keeps the link valid', async (_case, password) => {
    const me = await signIn(app);
    const token = await issueToken(me);

    const wrong = await app.request().post('/api/auth/reset-password').send({ token, password });

    expect(wrong.status).toBe(400);
    expect(wrong.body.fields).toMatchObject([
      { field: 'password', message: expect.stringMatching(/^Password /) },
    ]);
    expect((await reset(token)).status).toBe(200);
  });

  it('from a page of another site: responds 403 and keeps the link valid', async () => {
    const token = await issueToken(await signIn(app));

    expect((await reset(token).set('Origin', 'https://elsewhere.example')).status).toBe(403);
    expect((await reset(token)).status).toBe(200);
  });

  it('while the database is unavailable: responds 503 and keeps the link valid', async () => {
    const token = await issueToken(await signIn(app));
    isDatabaseUp = false;
    const unavailable = await reset(token);
    isDatabaseUp = true;

    expect(unavailable.status).toBe(503);
    expect((await reset(token)).status).toBe(200);
  });

  it('interrupted before the password is stored: has ended the old sessions and can be repeated', async () => {
    const me = await signIn(app);
    const token = await issueToken(me);
    const { sessions, passwordResets } = app.server.services;
    const { reset: resetInterrupted } = createPasswordResetService({
      passwords: { hash: async () => 'never stored' },
      sessions: {
        async endAll(userId, startedBy) {
          await sessions.endAll(userId, startedBy);
          throw new Error('process terminated');
        },
      },
    });

    await expect(resetInterrupted({ token, password: NEW_PASSWORD })).rejects.toThrow('process terminated');

    expect((await me.agent.get('/api/auth/check-auth')).status).toBe(401);
    await passwordResets.reset({ token, password: NEW_PASSWORD });
    expect(await login(me.user.email, NEW_PASSWORD)).toBe(200);
  });

  it('after 100 invalid links from one address: responds 429 there, while a valid link works from another one', async () => {
    const token = await issueToken(await signIn(limitedApp));
    const send = (address: string, sentToken: string) =>
      limitedApp
        .request()
        .post('/api/auth/reset-password')
        .set('X-Forwarded-For', address)
        .send({ token: sentToken, password: NEW_PASSWORD });
    const invalidToken = 'A'.repeat(59);

    const wrong = [];
    for (let i = 0; i < 100; i += 1) wrong.push((await send('198.51.100.1', invalidToken)).status);
    const limitedResponse = await send('198.51.100.1', token);
    const otherResponse = await send('198.51.100.2', token);

    expect(wrong).toEqual(Array(100).fill(400));
    expect(limitedResponse.status).toBe(429);
    expect(Number(limitedResponse.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(otherResponse.status).toBe(200);
  });

  it('with a valid and an invalid link: logs the user id, but no token and no password', async () => {
    const me = await signIn(app);
    const token = await issueToken(me);
    await reset(token);
    await reset(token, 'second-try-99');

    const log = logLines.join('');

    expect(log).toContain('"msg":"Password set through a reset link"');
    expect(log).toContain(`"userId":"${me.user._id}"`);
    for (const secret of [token, token.slice(16), NEW_PASSWORD, 'second-try-99', me.user.email]) {
      expect(log).not.toContain(secret);
    }
  });
});

describe('issueResetToken', () => {
  it('for an address in another case: replaces the stored hash, which is not the token', async () => {
    const me = await signIn(app);
    await issueToken(me);
    const issued = await issueResetToken(me.user.email.toUpperCase());

    const stored = await UserModel.findById(me.user._id).select('+passwordReset').lean();

    expect(issued?.userId).toBe(me.user._id);
    expect(issued?.token).toMatch(/^[\w-]{59}$/);
    expect(stored?.passwordReset?.tokenHash).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(stored)).not.toContain(issued?.token.slice(16));
    expect(stored?.passwordReset?.expiresAt).toEqual(issued?.expiresAt);
    const minutes = (Number(issued?.expiresAt) - Date.now()) / MINUTE_MS;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
  });

  it('for an unknown address: returns null', async () => {
    expect(await issueResetToken('nobody@example.com')).toBeNull();
  });
});
