import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { createComment, createPost, PNG_DATA_URL, sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { readSetCookies, signIn } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';
import { issueResetToken } from '../auth/password-reset.service.js';
import { createLogger } from '../config/logger.js';
import { MessageModel } from '../message/message.model.js';

useDatabase();
const lines: string[] = [];
const app = useApp({
  logger: createLogger({ level: 'trace', destination: { write: (line) => void lines.push(line) } }),
});
const sockets = useSockets(app);

const PASSWORD = 'पहला-पासवर्ड-७';
const NEW_PASSWORD = 'दूसरा-पासवर्ड-८';
const GUESS = 'a-guess-that-is-wrong-9';
const MESSAGE_TEXT = 'निजी शब्द for one person only';
const DRAFT = 'An unfinished thought 4711';

/** Makes successful and failing requests with all kinds of private data. @returns the private data. */
async function exercisePrivateData(): Promise<string[]> {
  const [asha, ravi] = [await signIn(app, { password: PASSWORD }), await signIn(app)];
  const { email } = asha.user;
  const login = (password: string) => app.request().post('/api/auth/login').send({ email, password });
  const guessed = await login(GUESS);
  const [cookie = ''] = readSetCookies(await login(PASSWORD));
  const socket = await sockets.open({ cookie: asha.cookie });
  const forged = `${asha.cookie.slice(0, -4)}AAAA`;
  await sockets.waitForRejection({ cookie: forged });
  await app.request().get('/api/auth/check-auth').set('Cookie', forged);

  await asha.agent
    .put('/api/auth/update-profile')
    .send({ fullName: 'आशा', password: NEW_PASSWORD, currentPassword: PASSWORD, profilePic: PNG_DATA_URL });
  await asha.agent
    .put('/api/auth/update-profile')
    .send({ fullName: 'आशा', password: NEW_PASSWORD, currentPassword: GUESS });
  const post = await createPost(asha, { blogImage: PNG_DATA_URL });
  await createComment(ravi, post._id, 'सुंदर!');
  await asha.agent.put(`/api/drafts/${crypto.randomUUID()}`).send({ blogTitle: DRAFT });
  await sendMessage(ravi, asha.user._id, { text: MESSAGE_TEXT, image: PNG_DATA_URL });
  await until(() => expect(socket.received('newMessage')).toHaveLength(1));
  await asha.agent.get(`/api/message/get-all-users?q=${encodeURIComponent(MESSAGE_TEXT)}`);
  const broken = app.request().post('/api/auth/login').set('Content-Type', 'application/json');
  await broken.send(`{"email":"${email}","password":"${NEW_PASSWORD}"`);

  // An unexpected error: the database rejects a message and quotes it in its error.
  await MessageModel.collection.createIndex({ text: 1 }, { unique: true });
  const failed = await ravi.agent.post(`/api/message/send/${asha.user._id}`).send({ text: MESSAGE_TEXT });
  await MessageModel.collection.dropIndex('text_1');

  const token = (await issueResetToken(email))?.token ?? '';
  const wasReset = await app
    .request()
    .post('/api/auth/reset-password')
    .send({ token, password: `${NEW_PASSWORD}!` });
  await ravi.agent.post('/api/auth/logout');

  expect([guessed.status, failed.status, wasReset.status]).toEqual([401, 500, 200]);
  expect(failed.body).toEqual({
    message: 'Something went wrong',
    code: 'internal',
    requestId: failed.headers['x-request-id'],
  });
  const signature = (value: string) => value.split(';')[0]?.split('.').at(-1) ?? '';
  return [
    ...[PASSWORD, NEW_PASSWORD, GUESS, MESSAGE_TEXT, encodeURIComponent(MESSAGE_TEXT), DRAFT, token],
    ...[asha.cookie, ravi.cookie, cookie].map(signature),
    PNG_DATA_URL.slice(-60),
    email,
    ravi.user.email,
  ];
}

describe('Security 9: privacy', () => {
  it('logs at the most verbose level: contain no password, cookie, token, message, picture or email address', async () => {
    const secrets = await exercisePrivateData();

    const log = lines.join('');
    expect(secrets.every((secret) => secret.length >= 10)).toBe(true);
    expect(lines.length).toBeGreaterThan(15);
    expect(log).toContain('/api/message/send/');
    expect(log).toContain('Request failed');
    expect(log).toContain('E11000');
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  });
});
