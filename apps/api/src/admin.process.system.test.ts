import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { useApp } from '../test/app.js';
import { newDatabaseUri } from '../test/database-uri.js';
import { createComment, createPost, sendMessage } from '../test/factories.js';
import { currentDatabaseUri, useDatabase } from '../test/mongo.js';
import { startCommand } from '../test/node-process.js';
import { signIn } from '../test/sign-in.js';
import { storePosts } from '../test/stored-posts.js';
import { RESET_TTL_MS } from './auth/password-reset.service.js';
import { checkPepper, storePepperCheck } from './auth/pepper-check.js';
import { emailKey } from './lib/email-key.js';
import { UserModel } from './user/user.model.js';

useDatabase();
const app = useApp();

/** Runs the command on the database of this file. */
const runAdmin = (args: string[], env: Record<string, string> = {}) =>
  startCommand('dist/admin.js', args, { MONGODB_URI: currentDatabaseUri(), ...env }).result;

const setPassword = (token: string) =>
  app.request().post('/api/auth/reset-password').send({ token, password: 'नया-पासवर्ड-९' });

describe('npm run admin', () => {
  it('reset-password for an account: prints a link that works once, and logs the action without the token', async () => {
    const me = await signIn(app);

    // In upper case, and pasted with an invisible character.
    const address = `${me.user.email.toUpperCase()}\u200b`;
    const { code, stdout, stderr } = await runAdmin(['reset-password', address], {
      PUBLIC_URL: 'https://stories.example',
    });

    expect(code).toBe(0);
    const link = new URL(stdout.trim().split('\n').at(-1) ?? '');
    expect(`${link.origin}${link.pathname}${link.search}`).toBe('https://stories.example/reset-password');
    const token = link.hash.slice(1);
    expect(JSON.parse(stderr)).toMatchObject({ action: 'reset-password', userId: me.user._id });
    expect(stderr).not.toContain(token);
    expect((await setPassword(token)).status).toBe(200);
    expect((await setPassword(token)).status).toBe(400);
  });

  it('reset-password without PUBLIC_URL: prints a link to localhost; for an unknown address: exits with 1', async () => {
    const me = await signIn(app);

    const [known, unknown] = await Promise.all([
      runAdmin(['reset-password', me.user.email], { PORT: '4321' }),
      runAdmin(['reset-password', 'nobody@example.com']),
    ]);

    expect(known.stdout).toContain('\nhttp://localhost:4321/reset-password#');
    expect(unknown).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No account has the email address or id nobody@example.com.\n',
    });
  });

  it('end-sessions by id: signs the user out on every device, leaves others signed in, keeps the password', async () => {
    const [me, other] = [await signIn(app), await signIn(app)];
    const phone = app.agent();
    const login = { email: me.user.email, password: me.password };
    await phone.post('/api/auth/login').send(login).expect(200);

    const { code, stdout, stderr } = await runAdmin(['end-sessions', me.user._id]);

    expect(code).toBe(0);
    expect(stdout).toBe(`Ended 2 sessions of ${me.user.email}. Open pages notice within a second.\n`);
    expect(JSON.parse(stderr)).toMatchObject({ action: 'end-sessions', userId: me.user._id, ended: 2 });
    for (const agent of [me.agent, phone]) await agent.get('/api/auth/check-auth').expect(401);
    await other.agent.get('/api/auth/check-auth').expect(200);
    await phone.post('/api/auth/login').send(login).expect(200);
  });

  it('show: prints dates and counts of the account, without content', async () => {
    const me = await signIn(app, { fullName: 'मीरा नायर' });
    const others = [await signIn(app), await signIn(app)];
    const post = await createPost(me, { blogTitle: 'काशी के घाट' });
    const deleted = await createPost(me);
    await me.agent.delete(`/api/post/delete-post/${deleted._id}`).expect(200);
    const unpublished = await createPost(me);
    await me.agent.post(`/api/post/${unpublished._id}/unpublish`).expect(200);
    for (const text of ['सुंदर', 'बहुत']) await createComment(me, post._id, text);
    for (const { user } of others) await sendMessage(me, user._id, { text: 'वहाँ कैसे पहुँचे?' });
    const [first] = others;
    await sendMessage(me, first?.user._id ?? '', { text: 'கேள்வி' });
    await first?.agent.put(`/api/message/${me.user._id}/block`).expect(200);

    const { code, stdout, stderr } = await runAdmin(['show', me.user.email]);

    expect([code, stderr]).toEqual([0, '']);
    const date = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z';
    expect(stdout).toMatch(
      new RegExp(
        [
          `^id          ${me.user._id}`,
          `address     ${me.user.email}`,
          'name        मीरा नायर',
          `since       ${date}`,
          `changed     ${date}`,
          `sessions    1, last ${date}`,
          `stories     1, 1 in 24 hours, last ${date}`,
          `hidden      2, 2 in 24 hours, last ${date}`,
          `comments    2, 2 in 24 hours, last ${date}`,
          `messages    3, 3 in 24 hours, last ${date}, 2 recipients`,
          'blocked by  1 user\n$',
        ].join('\n'),
      ),
    );
    for (const { user } of others) expect(stdout).not.toContain(user._id);
  });

  it('show with a reader that has ended, such as head: prints no stack trace', async () => {
    const me = await signIn(app);
    const { child, result } = startCommand('dist/admin.js', ['show', me.user.email], {
      MONGODB_URI: currentDatabaseUri(),
    });
    child.stdout?.destroy();

    expect(await result).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('for an account with control characters: prints them as spaces', async () => {
    const me = await signIn(app);
    const email = `me\u001b[2J.${me.user.email}`;
    const fullName = 'Mira\u001b]0;x\u0007\nid  1';
    await UserModel.updateOne({ _id: me.user._id }, { email, emailKey: emailKey(email), fullName });

    const runs = await Promise.all(
      ['show', 'end-sessions', 'reset-password'].map((command) => runAdmin([command, me.user._id])),
    );

    const [shown = '', ...others] = runs.map(({ stdout }) => stdout);
    expect(shown).toContain(`\naddress     me [2J.${me.user.email}\nname        Mira ]0;x id  1\n`);
    for (const stdout of others) expect(stdout).toContain(`me [2J.${me.user.email}`);
    expect(runs.map(({ code, stdout, stderr }) => [code, /(?!\n)\p{Cc}/u.test(stdout + stderr)])).toEqual(
      Array(3).fill([0, false]),
    );
  });

  it('places: lists the stories whose location is ambiguous, with candidates, a page at a time', async () => {
    const me = await signIn(app);
    for (const blogLocation of ['Varanasi', '', 'My balcony']) await createPost(me, { blogLocation });
    await createPost(me, { blogLocation: 'Rampur', placeId: null });
    const posts = await storePosts(51, (index) => ({
      authorId: me.user._id,
      input: { blogTitle: `Story\u0007 ${index}`, blogLocation: 'Rampur' },
    }));
    const ids = posts.map(({ _id }) => _id.toHexString()).sort();

    const first = await runAdmin(['places']);
    const lines = first.stdout.trim().split('\n');
    const next = lines.at(-1)?.replace('Next page: node apps/api/dist/admin.js places ', '') ?? '';
    const second = await runAdmin(['places', next]);
    const end = await runAdmin(['places', ids.at(-1) ?? '']);

    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(lines).toHaveLength(50 * 3 + 1);
    expect(lines[1]).toBe('  location    My balcony');
    expect(lines[2]).toBe('  candidates  none');
    expect(lines[3]).toMatch(new RegExp(`^${ids[0]}  Story {2}\\d+$`));
    expect(lines[5]).toMatch(
      /^ {2}candidates {2}Rampur, Uttar Pradesh \(town\); Rampur, \w+, [\w ]+ \(town\); /,
    );
    expect(next).toBe(ids[48]);
    expect(second.stdout.match(/^[0-9a-f]{24}/gm)).toEqual(ids.slice(49));
    expect(end.stdout).toBe('No further story has a location that names no place beyond doubt.\n');
  });

  it('places on an empty database: creates no collections', async () => {
    const uri = newDatabaseUri();

    const { code } = await runAdmin(['places'], { MONGODB_URI: uri });

    expect(code).toBe(0);
    const database = mongoose.connection.getClient().db(new URL(uri).pathname.slice(1));
    expect(await database.listCollections().toArray()).toEqual([]);
  });

  it('accept-pepper after the pepper was lost: lets the next start accept another one, and logs the action', async () => {
    await signIn(app);
    await storePepperCheck('the lost pepper');
    const problem = await checkPepper('a new pepper');
    expect(problem).toContain('npm run admin -- accept-pepper');
    expect(problem).toContain('node apps/api/dist/admin.js accept-pepper');

    const { code, stdout, stderr } = await runAdmin(['accept-pepper']);

    expect([code, stdout]).toEqual([0, 'The next start accepts its PASSWORD_PEPPER.\n']);
    expect(JSON.parse(stderr)).toMatchObject({ by: 'admin command', action: 'accept-pepper' });
    expect(await checkPepper('a new pepper')).toBeNull();
  });

  it('with --help or unknown arguments: prints the usage without a database', async () => {
    const [help, wrong, noStory] = await Promise.all(
      [['--help'], ['reset-password', 'a@example.com', '--force'], ['places', 'Rampur']].map((args) =>
        runAdmin(args, { MONGODB_URI: '' }),
      ),
    );

    const usage = expect.stringContaining('node apps/api/dist/admin.js reset-password ACCOUNT');
    expect(help).toEqual({ code: 0, stdout: usage, stderr: '' });
    expect(help?.stdout).toContain(`within ${RESET_TTL_MS / 60_000} minutes`);
    expect(wrong).toEqual({ code: 1, stdout: '', stderr: usage });
    expect(noStory).toEqual({ code: 1, stdout: '', stderr: usage });
  });
});
