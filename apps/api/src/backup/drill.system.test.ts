import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, startDatabase } from '@safarnama/database';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { seed } from '../../scripts/seed/seed.js';
import { DEMO_PASSWORD, DEMO_USERS, USER_KEYS } from '../../scripts/seed/users.js';
import { TEST_SECRETS, useApp } from '../../test/app.js';
import { newDatabaseUri } from '../../test/database-uri.js';
import { createPost, sendMessage } from '../../test/factories.js';
import { currentDatabaseUri, useDatabase } from '../../test/mongo.js';
import { runBackup } from '../../test/node-process.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { useProcesses } from '../../test/process.js';
import { findInconsistencies, type RawSite, readSite, serializeDocuments } from '../../test/raw-site.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { uploadPicture } from '../../test/upload-picture.js';
import { processEnv } from '../config/env.js';

const folder = path.join(tmpdir(), `safarnama-drill-${randomUUID()}`);
useDatabase();
const app = useApp({ env: { DATA_DIR: path.join(folder, 'original') } });
const { start } = useProcesses();
let otherDatabase: Database | undefined;
afterAll(async () => {
  await otherDatabase?.stop();
  await rm(folder, { recursive: true, force: true });
});

const TEST_TIMEOUT_MS = 240_000;
/** In pixels: small pictures are enough here. */
const PICTURE_WIDTH = 64;

/** Number of accounts that are not in the seed; only their views are captured. */
const CAPTURED_ACCOUNTS = 3;

type Account = { email: string; password: string };

/** Creates the seeded site, and accounts with content that the seed does not cover. */
async function createSite(): Promise<Account[]> {
  await seed(app.server.services, {
    now: new Date(),
    userAgent: 'drill',
    pictureWidth: PICTURE_WIDTH,
    log: () => undefined,
  });
  const [asha, ravi, meena] = await Promise.all([
    signIn(app, { fullName: 'आशा वर्मा' }),
    signIn(app, { fullName: 'ரவி குமார்' }),
    signIn(app, { fullName: 'মীনা' }),
  ]);
  const picture = toDataUrl(await buildPicture(50, 40).png().toBuffer());
  const sendMessages = async (from: SignedIn, to: SignedIn, count: number) => {
    for (let index = 0; index < count; index += 1) {
      await sendMessage(from, to.user._id, {
        text: `👩‍👩‍👧 ${index}`,
        image: index % 3 === 0 ? picture : '',
      });
    }
    return sendMessage(from, to.user._id);
  };
  const last = await sendMessages(asha, ravi, 5);
  await sendMessages(meena, ravi, 2);
  const deletedMessage = await sendMessages(ravi, asha, 1);
  await asha.agent.put(`/api/message/${deletedMessage._id}/reaction`).send({ emoji: '🙏' }).expect(200);
  await ravi.agent.delete(`/api/message/${deletedMessage._id}?for=both`).expect(200);
  await ravi.agent.delete(`/api/message/${last._id}?for=me`).expect(200);
  await ravi.agent.post(`/api/message/${asha.user._id}/read`).send({ upTo: last._id }).expect(200);
  await asha.agent.put('/api/auth/update-profile').send({ fullName: 'आशा', profilePic: picture }).expect(200);
  await meena.agent.put('/api/auth/privacy').send({ appearOffline: true }).expect(200);
  await meena.agent.put(`/api/message/${asha.user._id}/block`).expect(200);
  await asha.agent.post('/api/newsletter/subscribe').send({ email: 'asha@example.com' }).expect(200);
  const post = await createPost(meena, { blogImage: picture });
  const key = await uploadPicture(app, meena);
  await createPost(meena, { blogHtml: `<p>भोर</p><figure><img src="/media/${key}"></figure>` });
  const draft = { blogTitle: 'अधूरा', blogHtml: '<p>…</p>', blogLocation: '', version: 0 };
  for (const extra of [{ blogImage: picture }, { blogImage: '', postId: post._id }]) {
    await meena.agent
      .put(`/api/drafts/${randomUUID()}`)
      .send({ ...draft, ...extra })
      .expect(200);
  }
  return [
    ...USER_KEYS.map((key) => ({ email: DEMO_USERS[key].email, password: DEMO_PASSWORD })),
    ...[asha, ravi, meena].map(({ user, password }) => ({ email: user.email, password })),
  ];
}

async function signInTo(url: string, account: Account): Promise<{ Cookie: string }> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });
  expect([account.email, response.status]).toEqual([account.email, 200]);
  return { Cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

/**
 * Signs all users in and captures what the last `CAPTURED_ACCOUNTS` see: stories, bookmarks, drafts, contacts in order
 * with unread counts, every conversation. Requests each picture they see once.
 */
async function captureViews(url: string, accounts: readonly Account[]) {
  const cookies: { Cookie: string }[] = [];
  for (const account of accounts) cookies.push(await signInTo(url, account));
  const pictures = new Map<string, { Cookie: string }>();
  const views: Record<string, unknown>[] = [];
  for (const headers of cookies.slice(-CAPTURED_ACCOUNTS)) {
    const get = async (urlPath: string): Promise<unknown> => {
      const response = await fetch(`${url}${urlPath}`, { headers });
      expect([urlPath, response.status]).toEqual([urlPath, 200]);
      return response.json();
    };
    // The response is an array of contacts.
    const contacts = (await get('/api/message/get-all-users')) as { _id: string }[];
    const view: Record<string, unknown> = { contacts };
    const lists = ['/api/post/getposts', '/api/post/bookmarks', '/api/drafts', '/api/message/unread'];
    for (const urlPath of [...lists, ...contacts.map(({ _id }) => `/api/message/${_id}`)]) {
      view[urlPath] = await get(urlPath);
    }
    views.push(view);
    for (const [urlPath] of JSON.stringify(view).matchAll(/\/media\/[\w-]{24}/g))
      pictures.set(urlPath, headers);
  }
  for (const [urlPath, headers] of pictures) {
    const response = await fetch(`${url}${urlPath}`, { headers });
    expect([urlPath, response.status]).toEqual([urlPath, 200]);
    await response.body?.cancel();
  }
  return { views, pictures: pictures.size };
}

function expectSameSite(copy: RawSite, source: RawSite): void {
  expect(findInconsistencies(copy)).toEqual([]);
  for (const collection of source.documents.keys()) {
    expect([collection, serializeDocuments(copy, collection)]).toEqual([
      collection,
      serializeDocuments(source, collection),
    ]);
  }
  expect(copy.files).toEqual(source.files);
}

describe('backup drill', () => {
  it(
    'restored on another engine, and from there on the first one: everything is unchanged and users can sign in',
    async () => {
      const originalEngine = inject('databaseEngine');
      const env = { ...processEnv(), DATABASE_ENGINE: 'secantus-python' };
      otherDatabase = await startDatabase({ dataDir: path.join(folder, 'copy'), env });
      const accounts = await createSite();
      const source = await readSite(currentDatabaseUri(), path.join(folder, 'original', 'media'));
      const expectedViews = await captureViews(app.url, accounts);
      const sites = {
        original: {
          MONGODB_URI: currentDatabaseUri(),
          DATA_DIR: path.join(folder, 'original'),
          PASSWORD_PEPPER: TEST_SECRETS.passwordPepper,
        },
        copy: { MONGODB_URI: otherDatabase.uri, DATA_DIR: path.join(folder, 'copy') },
        secondCopy: { MONGODB_URI: newDatabaseUri(), DATA_DIR: path.join(folder, 'second-copy') },
      };
      const readCopy = ({ MONGODB_URI, DATA_DIR }: typeof sites.copy) =>
        readSite(MONGODB_URI, path.join(DATA_DIR, 'media'));

      const file = path.join(folder, 'site.tar');
      expect(await runBackup(['backup', file], sites.original)).toMatchObject({ code: 0 });
      const startedAt = performance.now();
      expect(await runBackup(['restore', file], sites.copy)).toMatchObject({ code: 0 });
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      expectSameSite(await readCopy(sites.copy), source);

      const again = path.join(folder, 'again.tar');
      expect(await runBackup(['backup', again], sites.copy)).toMatchObject({ code: 0 });
      expect(await runBackup(['backup', again, '--verify'], {})).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('again.tar is complete'),
      });
      expect(await runBackup(['restore', again], sites.secondCopy)).toMatchObject({ code: 0 });
      expectSameSite(await readCopy(sites.secondCopy), source);

      const restored = start({ ...sites.copy, RATE_LIMITS: 'off' });
      const found = await captureViews(await restored.ready(), accounts);
      expect(found.views).toEqual(expectedViews.views);
      const documents = [...source.documents.values()].reduce((sum, { length }) => sum + length, 0);
      console.log(
        `backup drill: ${source.documents.size} collections, ${documents} documents, ${source.files.size} pictures, ` +
          `hashes equal, restored on ${otherDatabase.engine} in ${seconds} s, and back on ${originalEngine}; ` +
          `${accounts.length} users signed in, ${found.pictures} pictures over HTTP`,
      );
    },
    TEST_TIMEOUT_MS,
  );
});
