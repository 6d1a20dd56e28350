import { getCode, USER_ID_HEADER } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildSignup } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { readSetCookies, signIn } from '../../test/sign-in.js';
import { UserModel } from '../user/user.model.js';
import { SessionModel } from './session.model.js';

useDatabase();
const app = useApp();

describe('POST /api/auth/signup', () => {
  it('with a new address: responds 201 with the user and stores the account and a session', async () => {
    const input = buildSignup({ fullName: '  தமிழ்ச்செல்வி 👩‍👩‍👧 ', email: 'Selvi@Example.COM' });

    const response = await app.request().post('/api/auth/signup').set('User-Agent', 'Test/1').send(input);

    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      fullName: 'தமிழ்ச்செல்வி 👩‍👩‍👧',
      email: 'Selvi@Example.COM',
      profilePic: '',
      bio: '',
      language: 'en',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    const user = await UserModel.findById(response.body._id).select('+passwordHash').lean();
    expect(user).toMatchObject({ emailKey: 'selvi@example.com', profilePic: null });
    expect(user?.passwordHash).toMatch(/^p1\$2[aby]\$04\$/);
    expect(user?.passwordHash).not.toContain(input.password);
    expect(await SessionModel.find().lean()).toMatchObject([{ userId: user?._id, userAgent: 'Test/1' }]);
  });

  it('with a new address: sets an HttpOnly cookie that authenticates the user', async () => {
    const response = await app.request().post('/api/auth/signup').send(buildSignup());

    const [cookie = '', ...others] = readSetCookies(response);
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^safarnama_session=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=604800; Path=\/;/);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).not.toMatch(/Secure|Domain/);
    const me = await app
      .request()
      .get('/api/auth/check-auth')
      .set('Cookie', cookie.split(';')[0] ?? '');
    expect(me.body).toEqual(response.body);
  });

  it.each([
    ['the cookie of the device', { Cookie: 'lang=hi', 'Accept-Language': 'en' }, 'hi'],
    ['the browser, without a cookie', { 'Accept-Language': 'ta, hi-IN;q=0.9, en;q=0.8' }, 'hi'],
    [
      'the browser, with a cookie of an unknown language',
      { Cookie: 'lang=xx', 'Accept-Language': 'hi' },
      'hi',
    ],
    ['a browser of other languages', { 'Accept-Language': 'ta' }, 'en'],
  ])('stores the language of %s', async (_case, headers, language) => {
    const { body } = await app
      .request()
      .post('/api/auth/signup')
      .set(headers)
      .send(buildSignup())
      .expect(201);

    expect(body.language).toBe(language);
    expect(await UserModel.findById(body._id).lean()).toMatchObject({ language });
  });

  it('with a name in NFD: returns it in NFC', async () => {
    const fullName = 'Zoë';

    const response = await app
      .request()
      .post('/api/auth/signup')
      .send(buildSignup({ fullName: fullName.normalize('NFD') }));

    expect(response.body.fullName).toBe(fullName.normalize('NFC'));
  });

  it.each([
    ['no name', { fullName: undefined }, 'fullName', 'Full name is required'],
    [
      'a name of white space and zero-width joiners',
      { fullName: ' \u200d\u00a0\u200b ' },
      'fullName',
      'Full name is required',
    ],
    ['a name that is not a string', { fullName: { $gt: '' } }, 'fullName', 'Full name is required'],
    [
      'a name of 81 characters',
      { fullName: 'न'.repeat(81) },
      'fullName',
      'Full name must be at most 80 characters',
    ],
    ['no address', { email: undefined }, 'email', 'Email is required'],
    ['an operator as address', { email: { $gt: '' } }, 'email', 'Email is required'],
    ['an address without @', { email: 'meera.example.com' }, 'email', 'Please enter a valid email address'],
    [
      'a long address',
      { email: `${'a'.repeat(60)}@${'b'.repeat(191)}.in` },
      'email',
      'Email must be at most 254 characters',
    ],
    ['no password', { password: undefined }, 'password', 'Password is required'],
    ['an empty password', { password: '' }, 'password', 'Password is required'],
    ['a list as password', { password: ['monsoon-kochi-7'] }, 'password', 'Password is required'],
    [
      'a password of 7 characters',
      { password: 'क'.repeat(7) },
      'password',
      'Password must be at least 8 characters',
    ],
    [
      'a password of 257 characters',
      { password: '🙏'.repeat(257) },
      'password',
      'Password must be at most 256 characters',
    ],
  ])('with %s: responds 400 and stores nothing', async (_case, wrong, field, message) => {
    const response = await app
      .request()
      .post('/api/auth/signup')
      .send({ ...buildSignup(), ...wrong });

    expect(response.status).toBe(400);
    expect(response.body).toEqual({
      message,
      code: 'invalid',
      requestId: response.headers['x-request-id'],
      fields: [{ field, code: getCode(message), message }],
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(await UserModel.countDocuments()).toBe(0);
    expect(await SessionModel.countDocuments()).toBe(0);
  });

  it('with a name of combining accents only, which folds to nothing: responds 201', async () => {
    const response = await app
      .request()
      .post('/api/auth/signup')
      .send(buildSignup({ fullName: '\u0301\u0301' }));

    expect([response.status, response.body.fullName]).toEqual([201, '\u0301\u0301']);
  });

  it('without any field: lists every field and takes the message of the first', async () => {
    const response = await app.request().post('/api/auth/signup').send({});

    expect(response.body.message).toBe('Full name is required');
    expect(response.body.fields.map(({ field }: { field: string }) => field)).toEqual([
      'fullName',
      'email',
      'password',
    ]);
  });

  it('with additional properties: stores none of them', async () => {
    const extra = {
      _id: 'a'.repeat(24),
      createdAt: '2001-01-01',
      isAdmin: true,
      emailKey: 'x',
      profilePic: 'x',
    };

    const response = await app
      .request()
      .post('/api/auth/signup')
      .send({ ...buildSignup(), ...extra });

    expect(response.status).toBe(201);
    expect(response.body._id).not.toBe(extra._id);
    const user = await UserModel.findById(response.body._id).lean();
    expect(user).not.toHaveProperty('isAdmin');
    expect(user).toMatchObject({ emailKey: response.body.email, profilePic: null });
    expect(user?.createdAt.getFullYear()).toBeGreaterThan(2001);
  });

  it('with a taken address in another case: responds 409 and creates no second account', async () => {
    await signIn(app, { email: 'meera@example.com' });

    const response = await app
      .request()
      .post('/api/auth/signup')
      .send(buildSignup({ email: 'MEERA@Example.com' }));

    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      message: 'An account with this email already exists',
      code: 'email_taken',
      fields: [{ field: 'email', code: 'email_taken', message: 'An account with this email already exists' }],
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(await UserModel.countDocuments()).toBe(1);
  });

  it('50 concurrent sign-ups with one address in different cases: create one account and respond 409 to the others', async () => {
    const address = 'parallel@example.com';
    const withLetterCase = (n: number) =>
      [...address].map((letter, i) => ((n >> (i % 6)) & 1 ? letter.toUpperCase() : letter)).join('');
    const inputs = Array.from({ length: 50 }, (_, n) => buildSignup({ email: withLetterCase(n) }));

    const responses = await Promise.all(
      inputs.map((input) => app.request().post('/api/auth/signup').send(input)),
    );

    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(49).fill(409)]);
    expect(await UserModel.countDocuments()).toBe(1);
    expect(await SessionModel.countDocuments()).toBe(1);
  });
});

describe('POST /api/auth/login', () => {
  it('with correct credentials and the address in another case: responds 200 with the user and starts a new session', async () => {
    const { user, password, cookie } = await signIn(app, { email: 'anjali@example.com' });

    const response = await app
      .request()
      .post('/api/auth/login')
      .send({ email: ' Anjali@EXAMPLE.com ', password });

    expect(response.status).toBe(200);
    expect(response.body).toEqual(user);
    expect(readSetCookies(response)[0]?.split(';')[0]).not.toBe(cookie);
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(2);
  });

  it('with the password in NFD instead of NFC: signs in', async () => {
    const { user } = await signIn(app, { password: 'Zoë-Ångström-9'.normalize('NFC') });

    const response = await app
      .request()
      .post('/api/auth/login')
      .send({ email: user.email, password: 'Zoë-Ångström-9'.normalize('NFD') });

    expect(response.status).toBe(200);
  });

  it('with passwords that differ only after byte 72: accepts only the correct one', async () => {
    const long = 'यात्रा'.repeat(12);
    const { user } = await signIn(app, { password: `${long}-सही` });

    const wrong = await app
      .request()
      .post('/api/auth/login')
      .send({ email: user.email, password: `${long}-गलत` });
    const right = await app
      .request()
      .post('/api/auth/login')
      .send({ email: user.email, password: `${long}-सही` });

    expect(Buffer.byteLength(long)).toBeGreaterThan(72);
    expect([wrong.status, right.status]).toEqual([401, 200]);
  });

  it('with a wrong password and with an unknown address: gives the same response without a cookie', async () => {
    const { user } = await signIn(app);

    const wrong = await app
      .request()
      .post('/api/auth/login')
      .send({ email: user.email, password: 'not-this-one' });
    const unknown = await app
      .request()
      .post('/api/auth/login')
      .send({ email: 'nobody@example.com', password: 'not-this-one' });

    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    const { requestId: _a, ...wrongBody } = wrong.body;
    const { requestId: _b, ...unknownBody } = unknown.body;
    expect(wrongBody).toEqual({ message: 'Invalid email or password', code: 'invalid_credentials' });
    expect(unknownBody).toEqual(wrongBody);
    expect(readSetCookies(wrong)).toEqual([]);
    expect(readSetCookies(unknown)).toEqual([]);
    expect(await SessionModel.countDocuments()).toBe(1);
  });

  it.each([
    ['no address', { password: 'monsoon-kochi-7' }, 'Email is required'],
    ['no password', { email: 'a@example.com' }, 'Password is required'],
    ['an empty password', { email: 'a@example.com', password: '' }, 'Password is required'],
    ['operators', { email: { $gt: '' }, password: { $gt: '' } }, 'Email is required'],
    ['an operator as password', { email: 'a@example.com', password: { $ne: 1 } }, 'Password is required'],
    ['a list of addresses', { email: ['a@example.com'], password: 'x' }, 'Email is required'],
  ])('with %s: responds 400', async (_case, body, message) => {
    const response = await app.request().post('/api/auth/login').send(body);

    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ message, code: 'invalid' });
  });

  it('with a live session: replaces that session', async () => {
    const first = await signIn(app);
    const second = await signIn(app);

    const response = await first.agent
      .post('/api/auth/login')
      .send({ email: second.user.email, password: second.password });

    expect(response.body).toEqual(second.user);
    expect(readSetCookies(response)).toHaveLength(1);
    const old = await app.request().get('/api/auth/check-auth').set('Cookie', first.cookie);
    expect(old.status).toBe(401);
    const now = await first.agent.get('/api/auth/check-auth');
    expect(now.body).toEqual(second.user);
    expect(await SessionModel.countDocuments({ userId: first.user._id })).toBe(0);
  });

  it('with a wrong password and a live session: keeps the session', async () => {
    const { agent, user } = await signIn(app);

    const response = await agent
      .post('/api/auth/login')
      .send({ email: user.email, password: 'not-this-one' });

    expect(response.status).toBe(401);
    expect((await agent.get('/api/auth/check-auth')).status).toBe(200);
  });

  it('during a password change: leaves no session of the old password', async () => {
    const { agent, user, password } = await signIn(app);
    const login = () => app.request().post('/api/auth/login').send({ email: user.email, password });

    const [, ...logins] = await Promise.all([
      agent.put('/api/auth/update-profile').send({ fullName: user.fullName, password: 'a-new-password' }),
      ...Array.from({ length: 8 }, login),
    ]);

    const cookies = logins.flatMap((response) =>
      readSetCookies(response).map((cookie) => cookie.split(';')[0] ?? ''),
    );
    const afterwards = await Promise.all(
      cookies.map((cookie) => app.request().get('/api/auth/check-auth').set('Cookie', cookie)),
    );
    expect(afterwards.filter(({ status }) => status !== 401)).toEqual([]);
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(1);
  });
});

describe('GET /api/auth/check-auth', () => {
  it('with a session: responds with the user, which only the browser may cache and must revalidate', async () => {
    const { agent, user } = await signIn(app);

    const response = await agent.get('/api/auth/check-auth');

    expect(response.status).toBe(200);
    expect(response.body).toEqual(user);
    expect(response.headers['cache-control']).toBe('private, no-cache');
    expect(response.headers.vary).toContain('Cookie');
    expect(response.headers.etag).toBeTruthy();
  });

  it('with the current ETag: responds 304, and 401 after sign-out', async () => {
    const { agent, cookie } = await signIn(app);
    const { etag = '' } = (await agent.get('/api/auth/check-auth')).headers;

    const unchanged = await agent.get('/api/auth/check-auth').set('If-None-Match', etag);
    await agent.post('/api/auth/logout');
    const ended = await app
      .request()
      .get('/api/auth/check-auth')
      .set('Cookie', cookie)
      .set('If-None-Match', etag);

    expect([unchanged.status, ended.status]).toEqual([304, 401]);
  });

  it('without a session: responds 401 with the message of the specification', async () => {
    const response = await app.request().get('/api/auth/check-auth');

    expect(response.status).toBe(401);
    expect(response.body).toEqual({
      message: 'Not Authenticated.',
      code: 'not_authenticated',
      requestId: response.headers['x-request-id'],
    });
  });
});

describe('POST /api/auth/logout', () => {
  it('with a session: ends it on the server and clears the cookie', async () => {
    const { agent, cookie } = await signIn(app);

    const response = await agent.post('/api/auth/logout');

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ message: 'Logged out' });
    expect(readSetCookies(response)).toEqual([
      expect.stringMatching(
        /^safarnama_session=; Path=\/; Expires=Thu, 01 Jan 1970 .*HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(await SessionModel.countDocuments()).toBe(0);
    for (const path of ['/api/auth/check-auth', '/api/auth/sessions', '/api/post/getposts', '/api/drafts']) {
      expect((await app.request().get(path).set('Cookie', cookie)).status).toBe(401);
    }
  });

  it('with one of two sessions: keeps the other', async () => {
    const { agent, user, password } = await signIn(app);
    const other = app.agent();
    await other.post('/api/auth/login').send({ email: user.email, password });

    await agent.post('/api/auth/logout');

    expect((await other.get('/api/auth/check-auth')).status).toBe(200);
  });

  it('meant for the user who was signed in before: responds 401 and keeps the session', async () => {
    const previous = await signIn(app);
    const { agent, user } = await signIn(app);
    const logOutAs = (userId: string) => agent.post('/api/auth/logout').set(USER_ID_HEADER, userId);

    const mismatched = await logOutAs(previous.user._id);
    const check = await agent.get('/api/auth/check-auth');
    const matching = await logOutAs(user._id);

    expect([mismatched.status, readSetCookies(mismatched), check.status]).toEqual([401, [], 200]);
    expect(matching.status).toBe(200);
    expect((await previous.agent.get('/api/auth/check-auth')).status).toBe(200);
  });

  it('without a session and with a forged one: responds 200', async () => {
    const withoutSession = await app.request().post('/api/auth/logout');
    const forged = await app.request().post('/api/auth/logout').set('Cookie', 'safarnama_session=x.y.z');

    expect([withoutSession.status, forged.status]).toEqual([200, 200]);
  });
});
