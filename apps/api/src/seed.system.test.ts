import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sniffPictureFormat } from '@safarnama/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { drawScene, SCENE_NAMES } from '../scripts/drawings/scenes.js';
import { portraitFile, storyPictureFile } from '../scripts/seed/pictures.js';
import { requireTrialSite } from '../scripts/seed/require-trial-site.js';
import { seed } from '../scripts/seed/seed.js';
import { STORIES } from '../scripts/seed/stories.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_USERS, USER_KEYS } from '../scripts/seed/users.js';
import { useApp } from '../test/app.js';
import { currentDatabaseUri, emptyDatabase, useDatabase } from '../test/mongo.js';
import { startCommand } from '../test/node-process.js';
import { signIn } from '../test/sign-in.js';
import { checkPepper, storePepperCheck } from './auth/pepper-check.js';
import { PostModel } from './post/post.model.js';
import { UserModel } from './user/user.model.js';

const SCENES_FOLDER = fileURLToPath(new URL('../../web/src/assets/scenes', import.meta.url));

useDatabase();
const app = useApp();

describe('requireTrialSite', () => {
  it('with a public address, or with users other than the demo users in a database of another machine: throws', async () => {
    const local = { publicUrl: 'http://localhost:3000' };
    await signIn(app, { email: DEMO_USERS.meera.email });

    await expect(requireTrialSite({ publicUrl: 'https://stories.example' })).rejects.toThrow('public site');
    await expect(requireTrialSite(local, 'db.internal')).resolves.toBeUndefined();
    await signIn(app);

    await expect(requireTrialSite(local, 'db.internal')).rejects.toThrow('has users already');
    await expect(requireTrialSite(local)).resolves.toBeUndefined();
  });
});

describe('npm run seed', () => {
  async function startSeed(passwordPepper: string) {
    const folder = await mkdtemp(path.join(tmpdir(), 'safarnama-seed-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return startCommand('--import', ['tsx', 'scripts/seed/index.ts'], {
      DATA_DIR: folder,
      MONGODB_URI: currentDatabaseUri(),
      JWT_SECRET: 'kP2v-9sXw_7Lq0Zb4Tn6Yc1Rf8Hd3Mj5',
      PASSWORD_PEPPER: passwordPepper,
    });
  }

  it('with another pepper than that of the stored passwords: says so, adds nothing and exits with 1', async () => {
    await signIn(app);
    await storePepperCheck('the pepper of the stored passwords');

    const { result } = await startSeed('another-pepper-that-keys-hashes-in-tests');
    const { code, stdout, stderr } = await result;

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^PASSWORD_PEPPER, .* is not the one of the stored passwords.*\n$/);
    expect(await UserModel.countDocuments()).toBe(1);
  });

  it('on an empty site: records its pepper before it adds users', async () => {
    const pepper = 'a-pepper-that-keys-hashes-in-tests-only';
    onTestFinished(emptyDatabase);
    const { child, result } = await startSeed(pepper);
    await expect.poll(() => UserModel.exists({}), { timeout: 60_000 }).not.toBeNull();
    child.kill('SIGKILL');
    await result;

    expect(await checkPepper('another pepper')).toContain('nobody could sign in');
    expect(await checkPepper(pepper)).toBeNull();
  });
});

describe('seed', () => {
  it('run twice on an empty site: adds everything once, with accounts that can sign in', async () => {
    const options = { now: new Date(), userAgent: 'test', log: () => undefined, pictureWidth: 160 };

    const first = await seed(app.server.services, options);
    const second = await seed(app.server.services, options);

    expect(first).toMatchObject({ users: 8, stories: 30 });
    expect(Object.values(first).every((count) => count > 0)).toBe(true);
    expect(Object.values(second).every((count) => count === 0)).toBe(true);
    const posts = await PostModel.find().select('blogImage blogTitle slug createdAt').lean();
    expect(posts.every(({ blogImage }) => blogImage)).toBe(true);
    for (const script of ['Devanagari', 'Tamil', 'Bengali', 'Latin']) {
      const letters = new RegExp(`\\p{Script=${script}}`, 'u');
      expect(posts.some(({ blogTitle, slug }) => letters.test(blogTitle) && letters.test(slug))).toBe(true);
    }

    for (const key of DEMO_ACCOUNTS) {
      const agent = app.agent();
      await agent
        .post('/api/auth/login')
        .send({ email: DEMO_USERS[key].email, password: DEMO_PASSWORD })
        .expect(200);
      const { body: me } = await agent.get('/api/auth/check-auth').expect(200);
      const { body: contacts } = await agent.get('/api/message/get-all-users').expect(200);
      expect(contacts[0].lastMessage).toMatchObject({ receiverId: me._id });
      // Only the messages without a reply are unread.
      expect(contacts[0].unreadCount).toBeOneOf([1, 2]);
      const times = contacts.flatMap(
        (contact: { lastMessage?: { createdAt: string } }) => contact.lastMessage?.createdAt ?? [],
      );
      expect(times).toEqual([...times].sort().reverse());
      const { body: sessions } = await agent.get('/api/auth/sessions').expect(200);
      expect(sessions.sessions).toHaveLength(1);
    }
  });

  it('stories: have unique keys, varied scenes, 80 to 350 words and an alternative text', () => {
    expect(new Set(STORIES.map(({ key }) => key)).size).toBe(30);
    expect(
      new Set(STORIES.map(({ picture: { scene, lighting } }) => `${scene} ${lighting}`)).size,
    ).toBeGreaterThan(25);
    for (const { text, blogImageAlt, key } of STORIES) {
      const plain = typeof text === 'string' ? text : text.html.replace(/<[^>]+>/g, ' ');
      const words = plain.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word)).length;
      expect([key, words >= 80 && words <= 350]).toEqual([key, true]);
      expect(blogImageAlt.length).toBeGreaterThan(10);
    }
  });
});

describe('seed pictures', () => {
  it.each([...STORIES.map(({ key }) => storyPictureFile(key)), ...USER_KEYS.map(portraitFile)])(
    '%s: is a WebP file of at most 60 kB',
    async (file) => {
      const bytes = await readFile(file);

      expect(sniffPictureFormat(bytes)).toBe('webp');
      expect(bytes.length).toBeLessThanOrEqual(60_000);
    },
  );
});

describe('drawScene', () => {
  it.each(SCENE_NAMES)('%s: draws the same picture for the same seed only', (name) => {
    const draw = (key: string) => drawScene(name, { lighting: 'dawn', seed: key, isZoomedIn: true });

    expect(draw('a')).toBe(draw('a'));
    expect(draw('b')).not.toBe(draw('a'));
  });

  it('SVG files of the web app: exist for each scene, are small, and contain only shapes', async () => {
    const files = await readdir(SCENES_FOLDER);

    expect(files.filter((file) => file.endsWith('.svg')).sort()).toEqual(
      SCENE_NAMES.map((name) => `${name}.svg`).sort(),
    );
    for (const file of files.filter((name) => name.endsWith('.svg'))) {
      const svg = await readFile(`${SCENES_FOLDER}/${file}`, 'utf8');
      expect(Buffer.byteLength(svg)).toBeLessThan(12_000);
      expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 1600 900"/);
      expect(svg).not.toMatch(
        /<(script|text|image|style|foreignObject)|https?:(?!\/\/www\.w3\.org\/2000\/svg)/,
      );
    }
  });
});
