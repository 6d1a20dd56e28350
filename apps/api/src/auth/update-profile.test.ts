import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { PNG_DATA_URL } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { type SignedIn, signIn, signInAgain } from '../../test/sign-in.js';
import { MediaModel } from '../media/media.model.js';
import { UserModel } from '../user/user.model.js';
import { issueResetToken } from './password-reset.service.js';
import { SessionModel } from './session.model.js';

useDatabase();
const app = useApp();

const update = ({ agent }: Pick<SignedIn, 'agent'>, body: object) =>
  agent.put('/api/auth/update-profile').send(body);

async function login(email: string, password: string): Promise<number> {
  return (await app.request().post('/api/auth/login').send({ email, password })).status;
}

/** Sets the sign-in time of all sessions of a user to some minutes ago. */
async function ageSessions(userId: string, minutes: number): Promise<void> {
  await SessionModel.updateMany({ userId }, { $set: { createdAt: new Date(Date.now() - minutes * 60_000) } });
}

/** Runs a task just before the change of a profile is stored. */
function beforeStored(task: () => Promise<unknown>): void {
  const original = UserModel.findOneAndUpdate.bind(UserModel) as (...args: unknown[]) => { lean(): unknown };
  vi.spyOn(UserModel, 'findOneAndUpdate').mockImplementationOnce(((...args: unknown[]) => ({
    async lean() {
      await task();
      return original(...args).lean();
    },
  })) as never);
}

/** Runs a task while a request reads the account. */
function whileReading(task: () => Promise<unknown>): void {
  const original = UserModel.findById.bind(UserModel);
  vi.spyOn(UserModel, 'findById').mockImplementationOnce(((id: string) => {
    const query = {
      select: () => query,
      async lean() {
        await task();
        return original(id).select('+passwordHash').lean();
      },
    };
    return query;
  }) as never);
}

describe('PUT /api/auth/update-profile', () => {
  it('with a name: changes it and nothing else', async () => {
    const me = await signIn(app);

    const response = await update(me, {
      fullName: ' অনন্যা সেন ',
      email: 'other@example.com',
      _id: 'a'.repeat(24),
    });

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...me.user, fullName: 'অনন্যা সেন' });
    expect((await me.agent.get('/api/auth/check-auth')).body).toEqual(response.body);
    expect(await UserModel.findById(me.user._id).lean()).toMatchObject({
      fullName: 'অনন্যা সেন',
      nameSearch: expect.arrayContaining(['=অনন্যা', '=সেন']),
      email: me.user.email,
    });
    expect(await login(me.user.email, me.password)).toBe(200);
  });

  it('with a password, while it is reset: responds 401 and keeps the reset password and its session', async () => {
    const me = await signIn(app);
    const { email } = me.user;
    const reset = { token: (await issueResetToken(email))?.token, password: 'the-owner-1234' };
    const owner = app.agent();
    beforeStored(async () => {
      await app.request().post('/api/auth/reset-password').send(reset).expect(200);
      await owner.post('/api/auth/login').send({ email, password: reset.password }).expect(200);
    });

    const response = await update(me, { fullName: 'Thief', password: 'the-thief-1234' });

    expect(response.status).toBe(401);
    expect(await login(email, 'the-thief-1234')).toBe(401);
    expect(await login(email, reset.password)).toBe(200);
    await owner.get('/api/auth/check-auth').expect(200);
  });

  it('with a password, while another device ends the session: responds 401 and keeps the old password', async () => {
    const me = await signIn(app);
    const owner = await signInAgain(app, me);
    whileReading(() => owner.agent.post('/api/auth/logout-others').expect(200));

    const response = await update(me, { fullName: 'Thief', password: 'the-thief-1234' });

    expect(response.status).toBe(401);
    expect(await login(me.user.email, me.password)).toBe(200);
    await owner.agent.get('/api/auth/check-auth').expect(200);
  });

  it('with a language: changes it; without one: leaves it; with an unknown one: responds 400', async () => {
    const me = await signIn(app);
    const { fullName } = me.user;

    expect((await update(me, { fullName, language: 'hi' })).body).toEqual({ ...me.user, language: 'hi' });
    expect((await update(me, { fullName })).body.language).toBe('hi');

    const refused = await update(me, { fullName, language: 'xx' });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toMatchObject([{ field: 'language', code: 'language_invalid' }]);
    expect((await me.agent.get('/api/auth/check-auth')).body.language).toBe('hi');
  });

  it('of an account of an older version, without a language: responds with English, until one is chosen', async () => {
    const me = await signIn(app);
    const { fullName } = me.user;
    await UserModel.updateOne({ _id: me.user._id }, { $unset: { language: 1 } });

    expect((await me.agent.get('/api/auth/check-auth')).body).toMatchObject({ language: 'en' });
    expect((await update(me, { fullName })).body).toMatchObject({ language: 'en' });
    expect((await update(me, { fullName, language: 'hi' })).body).toMatchObject({ language: 'hi' });
  });

  it('without a session: responds 401', async () => {
    const response = await app.request().put('/api/auth/update-profile').send({ fullName: 'Nobody' });

    expect(response.status).toBe(401);
    expect(response.body.message).toBe('Not Authenticated.');
  });

  it.each([
    ['no name', { fullName: undefined }, 'fullName', 'Name is required'],
    ['a blank name', { fullName: '\u3000 ' }, 'fullName', 'Name is required'],
    [
      'a long name',
      { fullName: '👨‍👩‍👧‍👦'.repeat(12) },
      'fullName',
      'Full name must be at most 80 characters',
    ],
    ['a name that is not a string', { fullName: 7 }, 'fullName', 'Name is required'],
    ['a picture that is not a string', { profilePic: { $gt: '' } }, 'profilePic', 'The picture must be text'],
    [
      'a current password that is not a string',
      { currentPassword: ['x'] },
      'currentPassword',
      'The current password must be text',
    ],
    [
      'an external URL as picture',
      { profilePic: 'https://example.com/a.png' },
      'profilePic',
      expect.any(String),
    ],
    ['an SVG', { profilePic: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'profilePic', expect.any(String)],
  ])('with %s: responds 400 and changes nothing', async (_case, wrong, field, message) => {
    const me = await signIn(app);
    const before = await UserModel.findById(me.user._id).lean();

    const response = await update(me, { fullName: 'Changed', ...wrong });

    expect(response.status).toBe(400);
    expect(response.body.fields).toMatchObject([{ field, message }]);
    expect(await UserModel.findById(me.user._id).lean()).toEqual(before);
  });

  it.each([
    ['short', 'sevench'],
    ['long', 'क'.repeat(257)],
    ['not a string', 12345678],
  ])(
    'with a password that is %s: responds 400 for the field and keeps the old password',
    async (_case, password) => {
      const me = await signIn(app);

      const response = await update(me, { fullName: 'Changed', password });

      expect(response.status).toBe(400);
      expect(response.body.fields).toMatchObject([
        { field: 'password', message: expect.stringMatching(/^Password /) },
      ]);
      expect(await login(me.user.email, me.password)).toBe(200);
    },
  );

  it('with a picture: crops it to a square, returns its URL and serves it', async () => {
    const me = await signIn(app);
    const picture = toDataUrl(await buildPicture(400, 300).png().toBuffer());

    const response = await update(me, { fullName: me.user.fullName, profilePic: picture });

    expect(response.status).toBe(200);
    expect(response.body.profilePic).toMatch(/^\/media\/[\w-]{24}$/);
    const served = await me.agent.get(response.body.profilePic);
    expect(served.headers['content-type']).toBe('image/webp');
    expect(await sharp(served.body).metadata()).toMatchObject({ width: 256, height: 256 });
    const user = await UserModel.findById(me.user._id).lean();
    expect(response.body.profilePic).toBe(`/media/${user?.profilePic?.key}`);
  });

  it('without a picture and with its current URL: keeps the picture', async () => {
    const me = await signIn(app);
    const { profilePic } = (await update(me, { fullName: 'One', profilePic: PNG_DATA_URL })).body;

    const without = await update(me, { fullName: 'Two' });
    const same = await update(me, { fullName: 'Three', profilePic });

    expect(without.body).toMatchObject({ fullName: 'Two', profilePic });
    expect(same.body).toMatchObject({ fullName: 'Three', profilePic });
    expect((await me.agent.get(profilePic)).status).toBe(200);
  });

  it('with a new picture, then an empty one: removes the previous picture', async () => {
    const me = await signIn(app);
    const first = (await update(me, { fullName: 'One', profilePic: PNG_DATA_URL })).body.profilePic;
    const other = toDataUrl(await buildPicture(300, 300, '#1d2a5b').png().toBuffer());

    const second = (await update(me, { fullName: 'One', profilePic: other })).body.profilePic;
    const removed = await update(me, { fullName: 'One', profilePic: '' });

    expect(second).not.toBe(first);
    expect(removed.body.profilePic).toBe('');
    expect((await me.agent.get(first)).status).toBe(404);
    expect((await me.agent.get(second)).status).toBe(404);
    expect((await UserModel.findById(me.user._id).lean())?.profilePic).toBeNull();
    expect(await MediaModel.countDocuments()).toBe(0);
  });

  it("with the URL of another user's picture: responds 400", async () => {
    const other = await signIn(app);
    const { profilePic } = (await update(other, { fullName: 'Other', profilePic: PNG_DATA_URL })).body;
    const me = await signIn(app);

    const response = await update(me, { fullName: 'Me', profilePic });

    expect(response.status).toBe(400);
    expect((await me.agent.get('/api/auth/check-auth')).body.profilePic).toBe('');
  });

  it('with a picture in one of five concurrent requests: keeps the picture', async () => {
    const me = await signIn(app);

    await Promise.all([
      update(me, { fullName: me.user.fullName, profilePic: PNG_DATA_URL }),
      ...Array.from({ length: 4 }, () => update(me, { fullName: me.user.fullName })),
    ]);

    expect((await me.agent.get('/api/auth/check-auth')).body.profilePic).toMatch(/^\/media\//);
  });
});

describe('Security 2: a password change', () => {
  it('after a fresh sign-in: needs no current password and ends all other sessions', async () => {
    const me = await signIn(app);
    const { agent: other } = await signInAgain(app, me);

    const response = await update(me, { fullName: me.user.fullName, password: 'नया-पासवर्ड-९' });

    expect(response.status).toBe(200);
    expect((await other.get('/api/auth/check-auth')).status).toBe(401);
    expect((await me.agent.get('/api/auth/check-auth')).status).toBe(200);
    expect(await login(me.user.email, me.password)).toBe(401);
    expect(await login(me.user.email, 'नया-पासवर्ड-९')).toBe(200);
  });

  it('with an empty password: changes nothing and ends no session', async () => {
    const me = await signIn(app);
    const { agent: other } = await signInAgain(app, me);

    const response = await update(me, { fullName: me.user.fullName, password: '' });

    expect(response.status).toBe(200);
    expect((await other.get('/api/auth/check-auth')).status).toBe(200);
    expect(await login(me.user.email, me.password)).toBe(200);
  });

  it('of a session that was started while the clock was ahead: needs the current password', async () => {
    const me = await signIn(app);
    await ageSessions(me.user._id, -24 * 60);

    const response = await update(me, { fullName: me.user.fullName, password: 'नया-पासवर्ड-९' });

    expect(response.body).toMatchObject({ code: 'current_password_required' });
    expect(await login(me.user.email, me.password)).toBe(200);
  });

  it('after more than 10 minutes without the current password: responds 403 and changes nothing', async () => {
    const me = await signIn(app);
    await ageSessions(me.user._id, 10.1);

    const response = await update(me, {
      fullName: 'Changed',
      password: 'a-new-password',
      profilePic: PNG_DATA_URL,
    });

    expect(response.status).toBe(403);
    expect(response.body.code).toBe('current_password_required');
    expect((await me.agent.get('/api/auth/check-auth')).body).toEqual(me.user);
    expect(await MediaModel.countDocuments()).toBe(0);
    expect(await login(me.user.email, me.password)).toBe(200);
  });

  it('after less than 10 minutes: needs no current password', async () => {
    const me = await signIn(app);
    await ageSessions(me.user._id, 9.8);

    const response = await update(me, { fullName: me.user.fullName, password: 'a-new-password' });

    expect(response.status).toBe(200);
  });

  it('after more than 10 minutes with the current password: succeeds', async () => {
    const me = await signIn(app);
    await ageSessions(me.user._id, 60);

    const response = await update(me, {
      fullName: me.user.fullName,
      password: 'a-new-password',
      currentPassword: me.password,
    });

    expect(response.status).toBe(200);
    expect(await login(me.user.email, 'a-new-password')).toBe(200);
  });

  it('with a wrong current password: responds 403 and changes nothing', async () => {
    const me = await signIn(app);
    await ageSessions(me.user._id, 60);

    const response = await update(me, {
      fullName: 'Changed',
      password: 'a-new-password',
      currentPassword: 'not-this-one',
    });

    expect(response.status).toBe(403);
    expect(response.body.code).toBe('current_password_wrong');
    expect((await me.agent.get('/api/auth/check-auth')).body).toEqual(me.user);
    expect(await login(me.user.email, me.password)).toBe(200);
  });

  it('twice at once with the same password: succeeds both times', async () => {
    const me = await signIn(app);
    const body = { fullName: 'Changed', password: 'a-new-password' };
    beforeStored(async () => expect((await update(me, body)).status).toBe(200));

    const response = await update(me, body);

    expect([response.status, response.body.fullName]).toEqual([200, 'Changed']);
    expect((await me.agent.get('/api/auth/check-auth')).status).toBe(200);
    expect(await login(me.user.email, 'a-new-password')).toBe(200);
  });

  it('after more than 10 minutes with an invalid picture: responds 400 instead of 403', async () => {
    const me = await signIn(app);
    await ageSessions(me.user._id, 10.1);
    const profilePic = 'data:image/png;base64,AAAA';

    const response = await update(me, { fullName: me.user.fullName, password: 'a-new-password', profilePic });

    expect([response.status, response.body.code]).toEqual([400, 'invalid_image']);
  });

  it('with a session that was used since: counts the 10 minutes from the sign-in', async () => {
    const me = await signIn(app);
    await ageSessions(me.user._id, 60);
    await SessionModel.updateMany({}, { $set: { lastSeenAt: new Date() } });

    const response = await update(me, { fullName: me.user.fullName, password: 'a-new-password' });

    expect(response.body.code).toBe('current_password_required');
  });
});
