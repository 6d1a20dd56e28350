import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../lib/database-package.mjs';
import { cloneRepository, createTempFolder, removeFolder, startCommand } from './product.mjs';

const READY = 'Safarnama is ready at http://localhost:';
const COLD_START_TIMEOUT_MS = 300_000;
const WARM_START_TIMEOUT_MS = 20_000;

/** @type {string} */
let clone;
/** @type {string} */
let dataDir;
/** @type {import('./product.mjs').Run[]} */
const runs = [];

/** @param {Record<string, string>} [env] */
async function startProduct(env = {}) {
  const port = await findFreePort();
  const run = startCommand(clone, 'npm', ['start'], { PORT: String(port), DATA_DIR: dataDir, ...env });
  runs.push(run);
  return { run, port };
}

async function startReadyProduct() {
  const { run, port } = await startProduct();
  await run.waitFor(`${READY}${port}`, WARM_START_TIMEOUT_MS);
  return { run, port };
}

/** @param {number} port */
async function isAlive(port) {
  return (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
}

beforeAll(async () => {
  clone = cloneRepository();
  dataDir = createTempFolder();
  const { run, port } = await startProduct();
  const coldMs = await run.waitFor(`${READY}${port}`, COLD_START_TIMEOUT_MS);
  console.info(`The first start in a fresh clone took ${(coldMs / 1000).toFixed(1)} s.`);
  process.kill(run.pid, 'SIGTERM');
  await run.waitUntilExited(15_000);
}, COLD_START_TIMEOUT_MS + 30_000);

afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.killAll();
    await run.waitUntilExited(5000);
  }
});

afterAll(() => {
  removeFolder(clone);
  removeFolder(dataDir);
});

describe('npm start', () => {
  it('when started again: is ready within 20 s, says so in the last line, and ends all processes within 10 s after SIGTERM to npm', async () => {
    const { run, port } = await startProduct();

    const ms = await run.waitFor(`${READY}${port}`, WARM_START_TIMEOUT_MS);

    console.info(`A second start took ${(ms / 1000).toFixed(1)} s.`);
    expect(run.output().trimEnd().split('\n').at(-1)).toBe(`${READY}${port}`);
    expect(await isAlive(port)).toBe(true);
    process.kill(run.pid, 'SIGTERM');
    expect(await run.waitUntilExited(10_000)).toEqual([]);
  });

  it('on a taken port: prints the reason and what to do, and exits with 1 before it starts the database', async () => {
    const other = createServer();
    await new Promise((resolve) => other.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());

    const { run } = await startProduct({ PORT: String(port) });
    const { code } = await run.exited;
    await new Promise((resolve) => other.close(resolve));

    expect(code).toBe(1);
    expect(run.output()).toContain(
      `Port ${port} is already in use. Stop the process that uses it, or choose another: PORT=${port + 1} npm start`,
    );
    expect(run.output()).not.toContain('Database');
  });

  it('on a data folder in use: prints the reason and exits with 1, and the first product keeps running', async () => {
    const first = await startReadyProduct();

    const second = await startProduct();
    const { code } = await second.run.exited;

    expect(code).toBe(1);
    expect(second.run.output()).toContain(`is already running the database in ${join(dataDir, 'db')}`);
    expect(await isAlive(first.port)).toBe(true);
  });

  it('when the API is killed, and then its watchdog: restarts the API each time', async () => {
    const { run, port } = await startReadyProduct();
    const countRestarts = () => run.output().split('The server exited unexpectedly').length - 1;

    // Only the watchdog's argument has the path in JSON.
    for (const [index, part] of [
      ' --enable-source-maps apps/api/dist/index.js',
      '"apps/api/dist/index.js"',
    ].entries()) {
      process.kill(run.findProcess(part), 'SIGKILL');

      await expect.poll(countRestarts, { timeout: 10_000 }).toBe(index + 1);
      await expect.poll(() => isAlive(port).catch(() => false), { timeout: 10_000 }).toBe(true);
    }
  });
});

describe('npm test', () => {
  it('while another command builds: waits for it, instead of writing the same files', async () => {
    const { run } = await startProduct({ TURBO_FORCE: 'true' });
    await expect
      .poll(() => run.hasProcess('/tsc'), { timeout: WARM_START_TIMEOUT_MS, interval: 50 })
      .toBe(true);

    const test = startCommand(clone, 'npm', ['test', '--', '--filter=@safarnama/attacks']);
    runs.push(test);

    await test.waitFor('is installing or building here; waiting for it…', WARM_START_TIMEOUT_MS);
  });
});

describe('npm run admin', () => {
  /** @param {string[]} args @param {number} port */
  async function runAdmin(args, port) {
    const env = { PORT: String(port), DATA_DIR: dataDir };
    const run = startCommand(clone, 'npm', ['run', '--silent', 'admin', '--', ...args], env);
    runs.push(run);
    const { code } = await run.exited;
    return { code, output: run.output() };
  }

  it('reset-password with and without a running product: prints a link that sets a new password', async () => {
    const first = await startReadyProduct();
    const email = 'meera.admin@example.com';
    /** @param {number} port @param {string} path @param {object} body */
    const post = (port, path, body) =>
      fetch(`http://127.0.0.1:${port}/api/auth/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post(first.port, 'signup', { fullName: 'मीरा', email, password: 'forgotten-soon-1' });

    const running = await runAdmin(['reset-password', email], first.port);
    const unknown = await runAdmin(['reset-password', 'nobody@example.com'], first.port);
    process.kill(first.run.pid, 'SIGTERM');
    await first.run.waitUntilExited(10_000);
    const alone = await runAdmin(['reset-password', email], first.port);
    const second = await startReadyProduct();

    const link = /^http:\/\/localhost:(\d+)\/reset-password#([\w-]+)$/m;
    const [, port, replaced] = link.exec(running.output) ?? [];
    const [, , token] = link.exec(alone.output) ?? [];
    expect([running.code, alone.code, Number(port)]).toEqual([0, 0, first.port]);
    expect(unknown.code).toBe(1);
    expect(unknown.output).toContain('No account has the email address or id nobody@example.com.');
    expect(unknown.output).not.toContain('pnpm');
    const password = 'remembered-now-2';
    expect((await post(second.port, 'reset-password', { token: replaced, password })).status).toBe(400);
    expect((await post(second.port, 'reset-password', { token, password })).status).toBe(200);
    expect((await post(second.port, 'login', { email, password })).status).toBe(200);
  });
});

describe('stopping npm start', () => {
  // By SIGTERM: above, when started again.
  it('by SIGINT to npm: ends all processes within 10 s', async () => {
    const { run } = await startReadyProduct();

    process.kill(run.pid, 'SIGINT');

    expect(await run.waitUntilExited(10_000)).toEqual([]);
  });

  it('by Ctrl-C, which the terminal sends to the whole process group: ends all processes within 10 s', async () => {
    const { run } = await startReadyProduct();

    process.kill(-run.pid, 'SIGINT');

    expect(await run.waitUntilExited(10_000)).toEqual([]);
  });

  it.each(
    /** @type {const} */ ([
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ]),
  )('by %s to the script itself: exits with %i and leaves no process', async (signal, exitCode) => {
    const port = await findFreePort();
    const run = startCommand(clone, process.execPath, ['scripts/run.mjs', 'start'], {
      PORT: String(port),
      DATA_DIR: dataDir,
    });
    runs.push(run);
    await run.waitFor(READY, WARM_START_TIMEOUT_MS);

    process.kill(run.pid, signal);

    expect((await run.exited).code).toBe(exitCode);
    expect(await run.waitUntilExited(1000)).toEqual([]);
  });

  it.each([
    ['npm', 'npm start'],
    ['the script', 'node scripts/run.mjs start'],
  ])('by kill -9 of %s: leaves no process after 5 s', async (_parent, commandLine) => {
    const { run } = await startReadyProduct();

    process.kill(run.findProcess(commandLine), 'SIGKILL');

    expect(await run.waitUntilExited(5000)).toEqual([]);
  });

  it('by kill -9 of npm during a build: leaves no process after 5 s', async () => {
    const { run } = await startProduct({ TURBO_FORCE: 'true' });
    await expect
      .poll(() => run.hasProcess('/tsc'), { timeout: WARM_START_TIMEOUT_MS, interval: 50 })
      .toBe(true);

    process.kill(run.pid, 'SIGKILL');

    expect(await run.waitUntilExited(5000)).toEqual([]);
  });
});
