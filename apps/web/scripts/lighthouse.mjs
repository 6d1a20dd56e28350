/**
 * Lighthouse for phones on `/login` and on the signed-in `/`: each category's median of three runs. By hand, since
 * Lighthouse is larger than everything that the product installs:
 *
 * `CHROME_PATH=/usr/bin/chromium npm run lighthouse -- --url http://localhost:3000 [--email E --password P]`
 *
 * of a product that runs (`npm start`) and is seeded (`npm run seed`), in apps/web. Ends with 1 when a figure is below
 * its floor: 0.95 for performance and best practices, 1 for accessibility, no layout shift.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const VERSION = '12.8.2';
const RUNS = 3;
const FLOORS = { performance: 0.95, accessibility: 1, 'best-practices': 0.95, seo: 0 };
const CATEGORIES = /** @type {(keyof typeof FLOORS)[]} */ (Object.keys(FLOORS));

const text = /** @type {const} */ ({ type: 'string' });
const { values } = parseArgs({ options: { url: text, email: text, password: text } });
const {
  url = 'http://localhost:3000',
  email = 'meera.nair@example.com',
  password = 'namaste-safarnama',
} = values;

const folder = await mkdtemp(join(tmpdir(), 'safarnama-lighthouse-'));
try {
  const cookie = await signIn();
  const isGood = [await measure('/login', null), await measure('/', cookie)].every(Boolean);
  process.exitCode = isGood ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** @returns {Promise<string>} what the browser sends back. */
async function signIn() {
  const response = await fetch(new URL('/api/auth/login', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`${email} cannot sign in: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/**
 * @param {string} path
 * @param {string | null} cookie
 * @returns {Promise<boolean>} whether every median is at its floor or above.
 */
async function measure(path, cookie) {
  const reports = [];
  for (let run = 1; run <= RUNS; run += 1) reports.push(await runLighthouse(path, cookie, run));
  const scores = CATEGORIES.map((name) => ({
    name,
    score: median(reports.map(({ categories }) => categories[name].score)),
  }));
  /** @param {string} id */
  const audit = (id) => median(reports.map(({ audits }) => audits[id].numericValue));
  const shift = audit('cumulative-layout-shift');
  process.stdout.write(
    `${path} ${scores.map(({ name, score }) => `${name} ${score}`).join(', ')} (FCP ${Math.round(audit('first-contentful-paint'))} ms, LCP ${Math.round(audit('largest-contentful-paint'))} ms, TBT ${Math.round(audit('total-blocking-time'))} ms, CLS ${shift.toFixed(3)})\n`,
  );
  for (const [id, { score, title }] of Object.entries(reports[0].audits)) {
    if (score === 0) process.stdout.write(`  ${id}: ${title}\n`);
  }
  return shift === 0 && scores.every(({ name, score }) => score >= FLOORS[name]);
}

/**
 * @param {string} path
 * @param {string | null} cookie
 * @param {number} run
 * @returns {Promise<any>} the report, as Lighthouse writes it.
 */
async function runLighthouse(path, cookie, run) {
  const file = join(folder, `${encodeURIComponent(path)}-${run}.json`);
  const child = spawn(
    'npx',
    [
      ...['--yes', `lighthouse@${VERSION}`, new URL(path, url).href],
      ...['--quiet', '--output=json', `--output-path=${file}`, `--only-categories=${CATEGORIES.join(',')}`],
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking --disable-component-update --disable-sync',
      ...(cookie === null ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`Lighthouse has ended with ${code}`);
  return JSON.parse(await readFile(file, 'utf8'));
}

/** @param {number[]} figures */
function median(figures) {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
