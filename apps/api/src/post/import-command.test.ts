import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput, PNG_DATA_URL } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { PostModel } from './post.model.js';

const SCRIPT = fileURLToPath(new URL('../../../../scripts/lib/import/import-file.mjs', import.meta.url));

useDatabase();
const app = useApp();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'safarnama-import-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command like `npm run import`, without a terminal. */
async function runImport(text: string, ...more: string[]) {
  await writeFile(path.join(folder, 'stories.json'), text);
  const child = spawn(process.execPath, [SCRIPT, 'stories.json', '--url', app.url, ...more], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...output };
}

const ACCOUNT = ['--email', 'asha.rao@example.com', '--password', 'marigold-lamp-9'];
const buildStory = (overrides: object) => {
  const { blogTitle, blogContent, blogLocation } = buildPostInput();
  return { blogTitle, blogContent, blogLocation, ...overrides };
};

describe('npm run import', () => {
  it('with an unknown email: signs up and adds the stories in order, with data URL pictures only', async () => {
    const stories = [
      buildStory({ blogTitle: 'जयपुर की सुबह', blogImage: PNG_DATA_URL }),
      buildStory({ blogTitle: 'Addressed', blogImage: 'https://example.com/picture.jpg' }),
      buildStory({
        blogTitle: 'Marked up',
        blogContent: '<p>one</p><p><strong>two</strong></p><img src="https://example.com/two.jpg">',
      }),
    ];

    const { code, stdout, stderr } = await runImport(JSON.stringify(stories), ...ACCOUNT);

    expect(stderr).toContain('Signed up as Asha Rao');
    expect(stdout).toContain('3 added, 0 skipped, 0 failed');
    expect(stdout).toContain('2 pictures were left out');
    expect(code).toBe(0);
    const stored = await PostModel.find().sort({ createdAt: 1, _id: 1 }).lean();
    expect(stored.map(({ blogTitle }) => blogTitle)).toEqual(['जयपुर की सुबह', 'Addressed', 'Marked up']);
    expect(stored.map(({ blogImage }) => Boolean(blogImage))).toEqual([true, false, false]);
  });

  it('with visibility, place and day of the visit: stores them', async () => {
    const fields = { visibility: 'public', placeId: 'gn-1253405', visitedOn: '2024-03-12' };
    const story = buildStory({ ...fields, blogLocation: '' });

    const { code } = await runImport(JSON.stringify([story]), ...ACCOUNT);

    expect(code).toBe(0);
    expect(await PostModel.findOne().lean()).toMatchObject(fields);
  });

  it('run again: skips stories that exist, also those published by hand', async () => {
    const first = buildStory({ blogTitle: 'By hand', blogContent: 'a <b>bold</b> word\n\nand more' });
    const text = [first, buildStory({ blogTitle: 'New' })].map((row) => JSON.stringify(row)).join('\n');
    const { agent } = await signIn(app, { email: 'asha.rao@example.com', password: 'marigold-lamp-9' });
    await agent.post('/api/post/create-post').send(first).expect(201);

    const once = await runImport(text, ...ACCOUNT);
    const twice = await runImport(text, ...ACCOUNT);

    expect(once).toMatchObject({ code: 0, stdout: expect.stringContaining('1 added, 1 skipped, 0 failed') });
    expect(once.stderr).toContain('Signed in as');
    expect(twice).toMatchObject({ code: 0, stdout: expect.stringContaining('0 added, 2 skipped, 0 failed') });
    expect(await PostModel.countDocuments()).toBe(2);
  });

  it('with broken and rejected rows: reports each by line, adds the rest and exits with 1', async () => {
    const rows = [
      JSON.stringify(buildStory({ blogTitle: 'First' })),
      '{"blogTitle": "Broken", "blogContent": }',
      '{"blogTitle": "No text"}',
      JSON.stringify(buildStory({ blogTitle: 'x'.repeat(201) })),
      JSON.stringify(buildStory({ blogTitle: 'Last' })),
    ];

    const { code, stdout, stderr } = await runImport(`[\n${rows.join(',\n')}\n]`, ...ACCOUNT);

    expect(stderr).toContain('stories.json:3: not valid JSON');
    expect(stderr).toContain('stories.json:4: blogContent is missing');
    expect(stderr).toMatch(/stories\.json:5: "x+": Title must be at most 200 characters/);
    expect(stdout).toContain('2 added, 0 skipped, 3 failed');
    expect(code).toBe(1);
    expect(await PostModel.countDocuments()).toBe(2);
  });

  it('with a wrong password: reports it and adds nothing', async () => {
    await signIn(app, { email: 'asha.rao@example.com', password: 'another-password' });

    const { code, stderr } = await runImport(JSON.stringify([buildStory({})]), ...ACCOUNT);

    expect(stderr).toContain('asha.rao@example.com has an account, but the password is wrong');
    expect(code).toBe(1);
    expect(await PostModel.countDocuments()).toBe(0);
  });

  it('without a password or a terminal: reports the missing option', async () => {
    const { code, stderr } = await runImport(JSON.stringify([buildStory({})]), '--email', 'a@example.com');

    expect(stderr).toContain('--password must be given');
    expect(code).toBe(1);
  });
});
