/**
 * Runs Lighthouse for phones on `/login`, on `/` and `/chat` as a signed-in user, and on a public story as a guest, and
 * prints the median of five runs for each metric. It makes the newest story of the user public.
 * It needs a running product with seeded users:
 *
 * `node scripts/lighthouse.mjs --url http://localhost:3000` (`CHROMIUM_PATH` names the browser)
 *
 * `npm run lighthouse` in the root of the repository starts and seeds such a product, then runs this script. npx
 * fetches Lighthouse, which is larger than all dependencies of the product. Exits with 1 when a score is below its
 * minimum.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { request } from '@playwright/test';
import firstLoads from '../.size-limit.mjs';
import { formatTable, median } from './measurements.mjs';
import { launchDebuggedBrowser, logIn } from './seeded-browser.mjs';

/** @typedef {Parameters<import('@playwright/test').BrowserContext['addCookies']>[0]} Cookies */

const VERSION = '12.8.2';
const RUNS = 5;
const USER = 'meera.nair@example.com';
const MIN_SCORES = { performance: 0.95, accessibility: 1, 'best-practices': 0.95, seo: 0 };
/** Search engines lead to these pages. */
const MIN_PUBLIC_SCORES = { ...MIN_SCORES, performance: 0.98, seo: 1 };
const TIMES = [
  { id: 'first-contentful-paint', short: 'FCP' },
  { id: 'largest-contentful-paint', short: 'LCP' },
  { id: 'total-blocking-time', short: 'TBT' },
];
const CATEGORIES = /** @type {(keyof typeof MIN_SCORES)[]} */ (Object.keys(MIN_SCORES));

const { values } = parseArgs({ options: { url: { type: 'string', default: 'http://localhost:3000' } } });
const { url } = values;

const folder = await mkdtemp(join(tmpdir(), 'safarnama-lighthouse-'));
try {
  const client = await request.newContext({ baseURL: url });
  await logIn(client, USER);
  const { cookies } = await client.storageState();
  const results = [
    await measure('/login', []),
    await measure('/', cookies),
    await measure('/chat', cookies),
    await measure(await publishStory(client), [], MIN_PUBLIC_SCORES),
  ];
  const head = ['page', ...CATEGORIES, ...TIMES.map(({ short }) => short), 'layout shift', 'JavaScript'];
  process.stdout.write(
    formatTable(
      head,
      results.map(({ cells }) => cells),
    ),
  );
  process.exitCode = results.every(({ isPassing }) => isPassing) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/**
 * Makes the newest story of the user public.
 *
 * @param {import('@playwright/test').APIRequestContext} client - with the session of the user.
 * @returns {Promise<string>} the path of its page.
 */
async function publishStory(client) {
  const list = await client.get('/api/post/my-posts?limit=1');
  if (!list.ok()) throw new Error(`Failed to list the stories: ${await list.text()}`);
  const [{ _id, blogTitle, blogHtml, blogLocation, slug }] = (await list.json()).posts;
  const response = await client.put(`/api/post/update-post/${_id}`, {
    data: { blogTitle, blogHtml, blogLocation, visibility: 'public' },
  });
  if (!response.ok()) throw new Error(`Failed to publish a story: ${await response.text()}`);
  return `/post/${encodeURIComponent(slug)}`;
}

/**
 * @param {string} path
 * @param {Cookies} cookies
 * @returns the table row of the page, and whether every median reaches its minimum.
 */
async function measure(path, cookies, minScores = MIN_SCORES) {
  const reports = [];
  for (let run = 1; run <= RUNS; run += 1) reports.push(await runLighthouse(path, cookies, run));
  const scores = CATEGORIES.map((name) => median(reports.map(({ categories }) => categories[name].score)));
  /** @param {string} id */
  const audit = (id) => median(reports.map(({ audits }) => audits[id].numericValue));
  const shift = audit('cumulative-layout-shift');
  for (const [id, { score, title }] of Object.entries(reports[0].audits)) {
    if (score === 0) process.stdout.write(`${path}: ${id}: ${title}\n`);
  }
  const cells = [
    path,
    ...scores.map((score) => score.toFixed(2)),
    ...TIMES.map(({ id }) => `${Math.round(audit(id))} ms`),
    shift.toFixed(3),
    formatFirstLoad(path),
  ];
  return {
    cells,
    isPassing: shift === 0 && scores.every((score, index) => score >= minScores[CATEGORIES[index]]),
  };
}

/**
 * @param {string} path
 * @returns the gzipped size of the scripts that are loaded before the page is shown, where it has a limit.
 */
function formatFirstLoad(path) {
  const files = firstLoads.find(({ name }) => name.endsWith(` ${path}`))?.path;
  if (files === undefined) return '';
  const folder = new URL('../', import.meta.url);
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, folder))).length, 0);
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/**
 * @param {string} path
 * @param {Cookies} cookies
 * @param {number} run
 * @returns {Promise<any>} the JSON report of Lighthouse.
 */
async function runLighthouse(path, cookies, run) {
  const name = join(folder, `${encodeURIComponent(path)}-${run}`);
  const file = `${name}.json`;
  // Not as a header that Lighthouse adds: the session would be missing once the app sets a cookie of its own.
  const { context, port } = await launchDebuggedBrowser(name);
  try {
    await context.addCookies(cookies);
    const child = spawn(
      'npx',
      [
        ...['--yes', `lighthouse@${VERSION}`, new URL(path, url).href, `--port=${port}`],
        ...['--quiet', '--output=json', `--output-path=${file}`, `--only-categories=${CATEGORIES.join(',')}`],
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`Lighthouse exited with ${code}`);
  } finally {
    await context.close();
  }
  return JSON.parse(await readFile(file, 'utf8'));
}
