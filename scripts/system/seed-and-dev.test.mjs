import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../lib/database-package.mjs';
import { ROOT } from '../lib/paths.mjs';
import { cloneRepository, createTempFolder, removeFolder, startCommand } from './product.mjs';

const FRESH_CLONE_TIMEOUT_MS = 600_000;
const START_TIMEOUT_MS = 300_000;
/** How long compiling and displaying a change may take on a busy machine. */
const CHANGE_POLL = { timeout: 60_000, interval: 250 };
/** Playwright is installed for the web app only; one test does not justify installing it here too. */
const { chromium } = createRequire(join(ROOT, 'apps', 'web', 'package.json'))('@playwright/test');

/** @type {string} */
let clone;
/** @type {string} */
let dataDir;
/** @type {import('./product.mjs').Run} */
let run;
/** @type {string} */
let web;
/** @type {string} */
let api;

beforeAll(() => {
  clone = cloneRepository();
  dataDir = createTempFolder();
});

/** @type {(() => void)[]} */
const restores = [];
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
});

/**
 * Changes a file of the clone until the end of the test.
 *
 * @param {string} file - its path in the clone.
 * @param {string} text - text that the file contains.
 * @param {string} replacement
 */
function change(file, text, replacement) {
  const path = join(clone, file);
  const before = readFileSync(path, 'utf8');
  if (!before.includes(text)) throw new Error(`${file} does not contain "${text}"`);
  restores.push(() => writeFileSync(path, before));
  writeFileSync(path, before.replace(text, replacement));
}

/** Opens a browser, which is closed at the end of the test. @returns {Promise<any>} a page. */
async function openBrowser() {
  // biome-ignore lint/style/noProcessEnv: set by the command that starts the tests
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  restores.push(() => void browser.close());
  const page = await browser.newPage({ baseURL: web });
  // A click on a page that is reloading fails quickly, so that it can be retried.
  page.setDefaultTimeout(5000);
  page.setDefaultNavigationTimeout(CHANGE_POLL.timeout);
  return page;
}

afterAll(async () => {
  // Still running after a timeout.
  run.killAll();
  await run.waitUntilExited(5000);
  removeFolder(clone);
  removeFolder(dataDir);
});

describe('npm run seed', () => {
  it(
    'as the first command in a fresh clone: builds what it needs and adds the stories',
    async () => {
      run = startCommand(clone, 'npm', ['run', 'seed'], { DATA_DIR: dataDir });

      const { code } = await run.exited;

      expect(run.output()).toMatch(/^Added \d+ users, \d+ stories/m);
      expect(code).toBe(0);
    },
    FRESH_CLONE_TIMEOUT_MS,
  );
});

describe('npm run dev', () => {
  beforeAll(async () => {
    const port = await findFreePort();
    api = `http://localhost:${port}`;
    // As after `npm start`.
    mkdirSync(join(clone, 'apps/web/dist'), { recursive: true });
    writeFileSync(
      join(clone, 'apps/web/dist/index.html'),
      '<html lang="en"><head></head><body></body></html>',
    );
    run = startCommand(clone, 'npm', ['run', 'dev'], { PORT: String(port), DATA_DIR: dataDir });
    await run.waitFor(`Its API: ${api}`, START_TIMEOUT_MS);
    web = /with live reload: (\S+)/.exec(run.output())?.[1] ?? '';
  }, START_TIMEOUT_MS);

  it('when both apps are up: the web app forwards requests to the API, which has a database', async () => {
    const page = await fetch(web);
    const health = await fetch(`${web}health/ready`);
    const call = await fetch(`${web}api/auth/check-auth`);

    expect(await page.text()).toContain('/@vite/client');
    expect(await health.json()).toMatchObject({ database: 'up' });
    expect(call.status).toBe(401);
  });

  it('with an earlier build of the web app: does not serve it on the address of the API', async () => {
    const page = await fetch(api);

    expect(page.status).toBe(404);
    expect(run.output()).toContain(`The API is ready at ${api}`);
    expect(run.output()).not.toContain('Safarnama is ready at');
  });

  it('after a change to a component: updates the open page without reloading it', async () => {
    const page = await openBrowser();
    await page.goto('login');
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.textContent(), CHANGE_POLL).toBe('Sign in to Safarnama');
    await page.getByLabel('Email').fill('kavya@example.org');

    change('apps/web/src/pages/login.page.tsx', 'title={AUTH_STRINGS.siteTitle}', 'title="फिर स्वागत है"');

    await expect.poll(() => heading.textContent(), CHANGE_POLL).toBe('फिर स्वागत है');
    expect(await page.getByLabel('Email').inputValue()).toBe('kavya@example.org');
  });

  it('after a change to a contract: both the page and the API use it without a manual restart', async () => {
    const page = await openBrowser();
    const account = { fullName: 'Kavya', email: 'kavya@example.org', password: 'a-long-road-ahead' };
    await page.request.post('api/auth/signup', { data: account });
    const readMessage = async () => {
      const data = { fullName: account.fullName, bio: 'long '.repeat(40) };
      const response = await page.request.put('api/auth/update-profile', { data });
      return (await response.json()).message;
    };
    const readPage = () => page.locator('body').textContent();
    await page.goto('update-profile');
    expect(await readMessage()).toBe('The text about you must be at most 160 characters');
    await expect.poll(readPage, CHANGE_POLL).toContain('0/160');

    change('packages/contracts/src/limits.ts', 'bio: 160', 'bio: 170');

    await expect.poll(readPage, CHANGE_POLL).toContain('0/170');
    // The call fails while the API restarts.
    await expect
      .poll(() => readMessage().catch(() => ''), CHANGE_POLL)
      .toBe('The text about you must be at most 170 characters');
    expect(run.hasProcess('vite')).toBe(true);
  });

  it('after kill -9 of npm: turbo, vite, tsx, the compiler and the database end within 5 s', async () => {
    expect(run.hasProcess('vite')).toBe(true);

    process.kill(run.pid, 'SIGKILL');

    expect(await run.waitUntilExited(5000)).toEqual([]);
  });
});
