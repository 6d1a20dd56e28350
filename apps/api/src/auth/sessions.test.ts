import { createHmac } from 'node:crypto';
import jwt from 'jsonwebtoken';
import mongoose from 'mongoose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { TEST_SECRETS, useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { readSetCookies, type SignedIn, signIn, signInAgain } from '../../test/sign-in.js';
import { createLogger } from '../config/logger.js';
import { UserModel } from '../user/user.model.js';
import { SessionModel } from './session.model.js';

useDatabase();
const app = useApp();
const atPublicUrl = useApp({ env: { PUBLIC_URL: 'https://stories.example', TRUST_PROXY: '1' } });

const logLines: string[] = [];
const logged = useApp({
  logger: createLogger({ level: 'warn', destination: { write: (line) => void logLines.push(line) } }),
});

const DAY_S = 24 * 60 * 60;
const nowS = () => Math.floor(Date.now() / 1000);

async function findSessionId({ user }: Pick<SignedIn, 'user'>): Promise<string> {
  const session = await SessionModel.findOne({ userId: user._id }).lean();
  return String(session?._id);
}

/** Signs a token like the API, with other claims or another key. */
function forge(
  claims: object,
  { secret = TEST_SECRETS.jwtSecret, ...options }: jwt.SignOptions & { secret?: string } = {},
) {
  const defaults = {
    iat: nowS(),
    exp: nowS() + 7 * DAY_S,
    iss: 'safarnama',
    aud: 'safarnama-web',
    ...claims,
  };
  return jwt.sign(defaults, secret, { algorithm: 'HS256', ...options });
}

const checkAuth = (token: string) =>
  app.request().get('/api/auth/check-auth').set('Cookie', `safarnama_session=${token}`);

describe('Security 2: a session token', () => {
  it('signed with our key for a live session: is accepted', async () => {
    const me = await signIn(app);

    const response = await checkAuth(forge({ sub: me.user._id, sid: await findSessionId(me) }));

    expect(response.body).toEqual(me.user);
  });

  it.each<[string, object, (jwt.SignOptions & { secret?: string })?]>([
    ['signed with another key', {}, { secret: 'another-secret-that-is-long-enough-too' }],
    ['that has expired', { iat: nowS() - 8 * DAY_S, exp: nowS() - 5 }],
    ['signed with another algorithm', {}, { algorithm: 'HS512' }],
    ['of another issuer', { iss: 'somebody' }],
    ['for another audience', { aud: 'somebody' }],
    ['for another user', { sub: 'a'.repeat(24) }],
    ['without a user', { sub: undefined }],
    ['with an operator as session', { sid: { $gt: '' } }],
    ['without a session', { sid: undefined }],
    ['of an unknown session', { sid: 'b'.repeat(24) }],
  ])('%s: responds 401', async (_case, claims, options = {}) => {
    const me = await signIn(app);
    const session = { sub: me.user._id, sid: await findSessionId(me) };

    const response = await checkAuth(forge({ ...session, ...claims }, options));

    expect(response.status).toBe(401);
    expect(response.body.message).toBe('Not Authenticated.');
  });

  it('with the algorithm none or an empty key: responds 401', async () => {
    const me = await signIn(app);
    const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const payload = encodePart({
      sub: me.user._id,
      sid: await findSessionId(me),
      iat: nowS(),
      exp: nowS() + DAY_S,
      iss: 'safarnama',
      aud: 'safarnama-web',
    });
    const unsigned = `${encodePart({ alg: 'none', typ: 'JWT' })}.${payload}`;
    const head = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${payload}`;
    const emptyKey = `${head}.${createHmac('sha256', '').update(head).digest('base64url')}`;

    const statuses = await Promise.all(
      [`${unsigned}.`, unsigned, emptyKey, `${head}.`, 'x', 'j:{"a":1}'].map(
        async (token) => (await checkAuth(token)).status,
      ),
    );

    expect(statuses).toEqual(Array(6).fill(401));
  });

  it('of a deleted account: responds 401', async () => {
    const { agent, user } = await signIn(app);
    await UserModel.deleteOne({ _id: user._id });

    expect((await agent.get('/api/auth/check-auth')).status).toBe(401);
  });

  it('of an expired session that the database has not removed yet: responds 401', async () => {
    const { agent } = await signIn(app);
    await SessionModel.updateMany({}, { $set: { expiresAt: new Date(Date.now() - 1000) } });

    expect((await agent.get('/api/auth/check-auth')).status).toBe(401);
  });

  it('of a session ended from another device: responds 401 with a code unlike that of an expired token', async () => {
    const me = await signIn(app);
    const sid = await findSessionId(me);
    const { agent: phone } = await signInAgain(app, me);
    await phone.delete(`/api/auth/sessions/${sid}`);

    const ended = await me.agent.get('/api/auth/check-auth');
    const old = await checkAuth(forge({ sub: me.user._id, sid, iat: nowS() - 8 * DAY_S, exp: nowS() - 5 }));
    const forged = await checkAuth(
      forge({ sub: me.user._id, sid }, { secret: 'another-secret-that-is-long-enough' }),
    );

    expect(
      [ended, old, forged].map(({ status, body: { code, message } }) => [status, code, message]),
    ).toEqual([
      [401, 'session_ended', 'Not Authenticated.'],
      [401, 'not_authenticated', 'Not Authenticated.'],
      [401, 'not_authenticated', 'Not Authenticated.'],
    ]);
  });

  it('older than a day: is renewed for seven days', async () => {
    const me = await signIn(app);
    const sid = await findSessionId(me);
    await SessionModel.updateMany({}, { $set: { expiresAt: new Date(Date.now() + DAY_S * 1000) } });
    const old = forge({ sub: me.user._id, sid, iat: nowS() - DAY_S - 60, exp: nowS() + DAY_S });

    const response = await checkAuth(old);

    expect(response.status).toBe(200);
    const [cookie = '', ...others] = readSetCookies(response);
    expect(others).toEqual([]);
    expect(cookie).toContain('Max-Age=604800');
    const renewed = jwt.decode(cookie.split(';')[0]?.split('=')[1] ?? '', { json: true });
    expect(renewed).toMatchObject({ sub: me.user._id, sid });
    expect(Number(renewed?.exp) - nowS()).toBeGreaterThan(7 * DAY_S - 30);
    const session = await SessionModel.findById(sid).lean();
    expect(Number(session?.expiresAt) - Date.now()).toBeGreaterThan((7 * DAY_S - 30) * 1000);
  });

  it('older than a day, with a request for a document of guests: is renewed in a private response', async () => {
    const me = await signIn(app);
    const sid = await findSessionId(me);
    const old = forge({ sub: me.user._id, sid, iat: nowS() - DAY_S - 60, exp: nowS() + DAY_S });

    for (const path of ['/feed.xml', '/sitemap.xml']) {
      const response = await atPublicUrl
        .request()
        .get(path)
        .set('X-Forwarded-Proto', 'https')
        .set('Cookie', `__Host-safarnama_session=${old}`);

      expect([response.status, readSetCookies(response).length]).toEqual([200, 1]);
      expect(response.headers['cache-control']).toBe('private, no-cache');
    }
  });

  it('older than a day, while the database rejects writes: is accepted and not renewed', async () => {
    const me = await signIn(app);
    const old = forge({ sub: me.user._id, sid: await findSessionId(me), iat: nowS() - DAY_S - 60 });
    const write = vi.spyOn(SessionModel, 'updateOne').mockRejectedValue(new Error('The disk is full'));
    onTestFinished(() => write.mockRestore());

    const response = await checkAuth(old);

    expect(response.body).toEqual(me.user);
    expect(readSetCookies(response)).toEqual([]);
    expect(write).toHaveBeenCalled();
  });

  it('older than a day, of a session that ended since it was looked up: is not renewed', async () => {
    const me = await signIn(app);
    const sid = await findSessionId(me);
    // Freezes the clock of the session cache.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    await checkAuth(forge({ sub: me.user._id, sid })).expect(200);
    await SessionModel.deleteOne({ _id: sid });

    const response = await checkAuth(forge({ sub: me.user._id, sid, iat: nowS() - DAY_S - 60 })).expect(200);

    expect(readSetCookies(response)).toEqual([]);
    expect(await SessionModel.countDocuments()).toBe(0);
  });

  it('younger than a day: is not renewed', async () => {
    const me = await signIn(app);
    const fresh = forge({ sub: me.user._id, sid: await findSessionId(me), iat: nowS() - DAY_S + 60 });

    expect(readSetCookies(await checkAuth(fresh))).toEqual([]);
  });

  it('that names another user’s session, at logout and at sign-in: does not end that session', async () => {
    const me = await signIn(app);
    const other = await signIn(app);
    const mismatchedCookie = `safarnama_session=${forge({ sub: me.user._id, sid: await findSessionId(other) })}`;
    const { email } = me.user;

    await app.request().post('/api/auth/logout').set('Cookie', mismatchedCookie).expect(200);
    await app
      .request()
      .post('/api/auth/login')
      .set('Cookie', mismatchedCookie)
      .send({ email, password: me.password })
      .expect(200);

    expect((await other.agent.get('/api/auth/check-auth')).status).toBe(200);
  });

  it('older than a day at logout: is cleared and not renewed', async () => {
    const me = await signIn(app);
    const old = forge({ sub: me.user._id, sid: await findSessionId(me), iat: nowS() - 2 * DAY_S });

    const response = await app.request().post('/api/auth/logout').set('Cookie', `safarnama_session=${old}`);

    expect(readSetCookies(response)).toEqual([expect.stringMatching(/^safarnama_session=;/)]);
  });
});

describe('POST /api/auth/login', () => {
  it('with 100 sessions of the user: ends the oldest one, and none of other users', async () => {
    const other = await signIn(app);
    const me = await signIn(app);
    const olderThan = (minutes: number) => ({ createdAt: new Date(Date.now() - minutes * 60_000) });
    await SessionModel.updateMany({}, { $set: olderThan(120) });
    const second = await signInAgain(app, me);
    await SessionModel.updateMany(
      { userId: me.user._id, createdAt: mongoose.trusted({ $gt: olderThan(60).createdAt }) },
      { $set: olderThan(110) },
    );
    await SessionModel.insertMany(
      Array.from({ length: 97 }, (_, index) => ({
        userId: me.user._id,
        ...olderThan(index + 1),
        lastSeenAt: new Date(),
        expiresAt: new Date(Date.now() + DAY_S * 1000),
      })),
    );
    const hundredth = await signInAgain(app, me);
    expect((await me.agent.get('/api/auth/check-auth')).status).toBe(200);

    const latest = await signInAgain(app, me);

    expect((await me.agent.get('/api/auth/check-auth')).body.code).toBe('session_ended');
    for (const { agent } of [second, hundredth, latest, other]) {
      expect((await agent.get('/api/auth/check-auth')).status).toBe(200);
    }
    expect(await SessionModel.countDocuments({ userId: me.user._id })).toBe(100);
  });
});

describe('GET /api/auth/sessions', () => {
  it('with two sessions of the user and one of another user: lists only those of the user, newest first', async () => {
    const me = await signIn(app);
    await SessionModel.updateMany({}, { $set: { createdAt: new Date(Date.now() - 1000) } });
    await signIn(app);
    await signInAgain(app, me, `Phone/${'9'.repeat(400)}`);

    const response = await me.agent.get('/api/auth/sessions');

    expect(response.status).toBe(200);
    const isoDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(response.body).toEqual({
      sessions: [
        {
          _id: expect.any(String),
          createdAt: isoDate,
          lastSeenAt: isoDate,
          userAgent: `Phone/${'9'.repeat(400)}`.slice(0, 300),
          current: false,
        },
        { _id: expect.any(String), createdAt: isoDate, lastSeenAt: isoDate, userAgent: '', current: true },
      ],
    });
  });

  it('with an expired session: omits it', async () => {
    const me = await signIn(app);
    await SessionModel.create({
      userId: me.user._id,
      createdAt: new Date(0),
      lastSeenAt: new Date(0),
      expiresAt: new Date(1),
    });

    expect((await me.agent.get('/api/auth/sessions')).body.sessions).toHaveLength(1);
  });

  it('with a session last used more than five minutes ago: updates its lastSeenAt', async () => {
    const me = await signIn(app);
    const before = new Date(Date.now() - 6 * 60_000);
    await SessionModel.updateMany({}, { $set: { lastSeenAt: before } });

    await me.agent.get('/api/auth/check-auth');
    const { sessions } = (await me.agent.get('/api/auth/sessions')).body;

    expect(Date.parse(sessions[0].lastSeenAt)).toBeGreaterThan(before.getTime() + 5 * 60_000);
  });

  it.each([
    ['more than five minutes ago: updates its lastSeenAt and keeps its expiry', 6, true],
    ['less than five minutes ago: writes nothing', 4, false],
  ])('with a session last used %s', async (_case, minutes, isUpdated) => {
    const me = await signIn(app);
    const { expiresAt } = (await SessionModel.findOne().lean()) ?? {};
    const before = new Date(Date.now() - minutes * 60_000);
    await SessionModel.updateMany({}, { $set: { lastSeenAt: before } });

    await me.agent.get('/api/auth/check-auth').expect(200);

    const after = await SessionModel.findOne().lean();
    expect(after?.expiresAt).toEqual(expiresAt);
    expect(after?.lastSeenAt.getTime() !== before.getTime()).toBe(isUpdated);
  });

  it('with two requests of a session last used long ago: writes for the first only', async () => {
    const me = await signIn(app);
    await SessionModel.updateMany({}, { $set: { lastSeenAt: new Date(0) } });
    await me.agent.get('/api/auth/check-auth').expect(200);
    const first = await SessionModel.findOne().lean();

    await me.agent.get('/api/auth/check-auth').expect(200);

    expect(await SessionModel.findOne().lean()).toEqual(first);
  });

  it('with sessions last used long ago, while the database rejects writes: logs the first failure only', async () => {
    const [first, second, third, fourth] = [
      await signIn(logged),
      await signIn(logged),
      await signIn(logged),
      await signIn(logged),
    ];
    await SessionModel.updateMany({}, { $set: { lastSeenAt: new Date(0) } });
    const write = vi.spyOn(SessionModel, 'updateOne');
    onTestFinished(() => write.mockRestore());
    const failToUse = async ({ agent }: SignedIn) => {
      write.mockRejectedValueOnce(new Error('The disk is full'));
      await agent.get('/api/auth/sessions').expect(200);
    };

    await failToUse(first);
    await failToUse(second);
    expect(logLines).toEqual([expect.stringContaining('The disk is full')]);

    await third.agent.get('/api/auth/sessions').expect(200);
    await failToUse(fourth);
    expect(logLines).toHaveLength(2);
    expect(write).toHaveBeenCalledTimes(4);
  });

  it('without a session: responds 401', async () => {
    expect((await app.request().get('/api/auth/sessions')).status).toBe(401);
  });
});

describe('DELETE /api/auth/sessions/:id', () => {
  it('with the session of the user on another device: ends that session', async () => {
    const me = await signIn(app);
    const { agent: phone } = await signInAgain(app, me);
    const { sessions } = (await phone.get('/api/auth/sessions')).body;
    const { _id } = sessions.find(({ current }: { current: boolean }) => current);

    const response = await me.agent.delete(`/api/auth/sessions/${_id}`);

    expect(response.status).toBe(200);
    expect(readSetCookies(response)).toEqual([]);
    expect((await phone.get('/api/auth/check-auth')).status).toBe(401);
    expect((await me.agent.get('/api/auth/check-auth')).status).toBe(200);
  });

  it('with the upper-case id of the current session: ends it and clears the cookie', async () => {
    const me = await signIn(app);

    const response = await me.agent.delete(`/api/auth/sessions/${(await findSessionId(me)).toUpperCase()}`);

    expect(response.status).toBe(200);
    expect(readSetCookies(response)).toEqual([expect.stringMatching(/^safarnama_session=;/)]);
    expect((await app.request().get('/api/auth/check-auth').set('Cookie', me.cookie)).status).toBe(401);
  });

  it('with another user’s session or an unknown one: responds 404 and ends nothing', async () => {
    const me = await signIn(app);
    const other = await signIn(app);

    const foreign = await me.agent.delete(`/api/auth/sessions/${await findSessionId(other)}`);
    const missing = await me.agent.delete(`/api/auth/sessions/${new mongoose.Types.ObjectId()}`);

    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.body.message).toBe(missing.body.message);
    expect((await other.agent.get('/api/auth/check-auth')).status).toBe(200);
  });

  it('with a malformed id: responds 400; without a session: 401', async () => {
    const me = await signIn(app);

    const malformed = await me.agent.delete('/api/auth/sessions/not-an-id');
    const guest = await app.request().delete(`/api/auth/sessions/${await findSessionId(me)}`);

    expect(malformed.status).toBe(400);
    expect(malformed.body.fields).toEqual([
      { field: 'id', code: 'id_invalid', message: 'The id is not valid' },
    ]);
    expect(guest.status).toBe(401);
    expect(await SessionModel.countDocuments()).toBe(1);
  });
});

describe('POST /api/auth/logout-others', () => {
  it('with three sessions: ends all but the current one, and none of other users', async () => {
    const me = await signIn(app);
    const stranger = await signIn(app);
    const others = [await signInAgain(app, me), await signInAgain(app, me)];

    const response = await me.agent.post('/api/auth/logout-others');

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ message: expect.any(String) });
    for (const { agent } of others) expect((await agent.get('/api/auth/check-auth')).status).toBe(401);
    expect((await me.agent.get('/api/auth/check-auth')).status).toBe(200);
    expect((await stranger.agent.get('/api/auth/check-auth')).status).toBe(200);
  });

  it('with the current session only: deletes nothing', async () => {
    const { agent } = await signIn(app);
    const methods: string[] = [];
    const listen = ({ method }: { method: string }) => methods.push(method);
    mongoose.connection.on('operation-start', listen);

    const response = await agent.post('/api/auth/logout-others');

    mongoose.connection.off('operation-start', listen);
    expect(response.status).toBe(200);
    expect(methods.filter((method) => !method.startsWith('find'))).toEqual([]);
  });

  it('without a session: responds 401', async () => {
    expect((await app.request().post('/api/auth/logout-others')).status).toBe(401);
  });
});

describe('findEndedIds', () => {
  it('with more sessions than one query looks up: returns those that have ended or expired', async () => {
    const [live, expired] = [await findSessionId(await signIn(app)), await findSessionId(await signIn(app))];
    await SessionModel.updateOne({ _id: expired }, { $set: { expiresAt: new Date() } });
    const ended = Array.from({ length: 450 }, () => new mongoose.Types.ObjectId().toHexString());

    const found = await app.server.services.sessions.findEndedIds([...ended, live, expired]);

    expect([...found].sort()).toEqual([...ended, expired].sort());
  });
});
