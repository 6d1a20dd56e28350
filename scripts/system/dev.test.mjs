import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../lib/paths.mjs';
import { cloneRepository, createTempFolder, findFreePort, removeFolder, startCommand } from './product.mjs';

const COLD_MS = 300_000;
/** How long a change may take to be compiled and shown, on a busy machine. */
const CHANGE = { timeout: 60_000, interval: 250 };
/** The web app's own; there is no second copy for one test. */
const { chromium } = createRequire(join(ROOT, 'apps', 'web', 'package.json'))('@playwright/test');

/** @type {string} */
let clone;
/** @type {string} */
let dataDir;
/** @type {import('./product.mjs').Run} */
let run;
/** @type {string} */
let web;

beforeAll(async () => {
  clone = cloneRepository();
  dataDir = createTempFolder();
  const port = await findFreePort();
  run = startCommand(clone, 'npm', ['run', 'dev'], { PORT: String(port), DATA_DIR: dataDir });
  await run.waitFor(`The API behind it: http://localhost:${port}`, COLD_MS);
  web = /on every change: (\S+)/.exec(run.output())?.[1] ?? '';
}, COLD_MS);

/** @type {(() => void)[]} */
const restores = [];
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
});

/**
 * Changes a file of the clone, as an editor does; after the test it is as it was.
 *
 * @param {string} file - its path in the clone.
 * @param {string} text - that stands in it.
 * @param {string} replacement
 */
function change(file, text, replacement) {
  const path = join(clone, file);
  const before = readFileSync(path, 'utf8');
  if (!before.includes(text)) throw new Error(`"${text}" does not stand in ${file}`);
  restores.push(() => writeFileSync(path, before));
  writeFileSync(path, before.replace(text, replacement));
}

/** Opens a real browser, which closes after the test. @returns {Promise<any>} a page of it. */
async function openBrowser() {
  // biome-ignore lint/style/noProcessEnv: found by the command that starts the tests
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  restores.push(() => void browser.close());
  const page = await browser.newPage({ baseURL: web });
  // What is clicked while the page is loaded again is clicked anew, not waited for.
  page.setDefaultTimeout(5000);
  page.setDefaultNavigationTimeout(CHANGE.timeout);
  return page;
}

afterAll(() => {
  for (const pid of run.processes()) process.kill(pid, 'SIGKILL');
  removeFolder(clone);
  removeFolder(dataDir);
});

describe('npm run dev', () => {
  it('when both apps are up: the web hands the calls to the API, which has a database', async () => {
    const page = await fetch(web);
    const health = await fetch(`${web}health/ready`);
    const call = await fetch(`${web}api/auth/check-auth`);

    expect(await page.text()).toContain('/@vite/client');
    expect(await health.json()).toMatchObject({ database: 'up' });
    expect(call.status).toBe(401);
  });

  it('a change in a component: is shown by the open page, which is not even loaded again', async () => {
    const page = await openBrowser();
    await page.goto('login');
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.textContent(), CHANGE).toBe('Welcome back');
    await page.getByLabel('Email').fill('kavya@example.org');

    change('apps/web/src/pages/login.page.tsx', 'title="Welcome back"', 'title="फिर स्वागत है"');

    await expect.poll(() => heading.textContent(), CHANGE).toBe('फिर स्वागत है');
    expect(await page.getByLabel('Email').inputValue()).toBe('kavya@example.org');
  });

  it('a change in a contract: is said by the page and by the API, and nothing was started anew by hand', async () => {
    const page = await openBrowser();
    const account = { fullName: 'Kavya', email: 'kavya@example.org', password: 'a-long-road-ahead' };
    await page.request.post('api/auth/signup', { data: account });
    const emptyStory = { data: { blogTitle: '', blogContent: '' } };
    const readMessage = async () => {
      const response = await page.request.post('api/post/create-post', emptyStory);
      return (await response.json()).message;
    };
    const readPage = async () => {
      await page.getByRole('button', { name: 'Publish' }).click();
      return page.locator('body').textContent();
    };
    await page.goto('add-posts');
    expect(await readMessage()).toBe('Title and content are required.');
    await expect.poll(readPage, CHANGE).toContain('Title and content are required.');

    change('packages/contracts/src/constants.ts', 'Title and content are required.', 'शीर्षक और कहानी चाहिए।');

    await expect.poll(readPage, CHANGE).toContain('शीर्षक और कहानी चाहिए।');
    // While the API starts again the call has no answer.
    await expect.poll(() => readMessage().catch(() => ''), CHANGE).toBe('शीर्षक और कहानी चाहिए।');
    expect(run.hasProcess('vite')).toBe(true);
  });

  it('by kill -9 of npm: turbo, vite, tsx, the compiler and the database are gone after 5 s', async () => {
    expect(run.hasProcess('vite')).toBe(true);

    process.kill(run.pid, 'SIGKILL');

    expect(await run.waitUntilExited(5000)).toEqual([]);
  });
});
