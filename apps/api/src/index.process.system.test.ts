import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildMessageInput } from '../test/factories.js';
import { API_FOLDER } from '../test/node-process.js';
import { fetchStatus, READY, signUp, useProcesses } from '../test/process.js';

/** After a signal, connections are closed after 9.5 s; a process that exits at once does not take nearly as long. */
const DRAIN_TIMEOUT_MS = 9_000;

const { start } = useProcesses();

/**
 * Starts to send a message and waits until the server has received its headers. `finish` sends the rest of the body.
 */
async function beginSend(url: string): Promise<{ request: ClientRequest; finish(): void }> {
  const [asha, ravi] = await Promise.all([signUp(url), signUp(url)]);
  const body = Buffer.from(JSON.stringify(buildMessageInput({ text: 'अंत तक' })));
  const request = httpRequest(`${url}/api/message/send/${ravi.id}`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      Cookie: asha.cookie,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Expect: '100-continue',
    },
  });
  request.flushHeaders();
  await once(request, 'continue');
  request.write(body.subarray(0, 10));
  return { request, finish: () => request.end(body.subarray(10)) };
}

async function readJson(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

describe('the process', () => {
  it('on SIGTERM: accepts no new connection, completes running requests, and exits 0 while the client keeps its connection', async () => {
    const running = start();
    const url = await running.ready();
    const lines = running.stdout().trimEnd().split('\n');
    const { request, finish } = await beginSend(url);

    running.child.kill('SIGTERM');
    await vi.waitFor(() => expect(fetchStatus(`${url}/health/live`)).rejects.toThrow('fetch failed'), {
      timeout: 10_000,
      interval: 20,
    });
    const stillRuns = running.child.exitCode === null;
    const responded = once(request, 'response');
    finish();
    const [response] = await responded;
    const body = await readJson(response);
    const respondedAt = performance.now();
    const code = await running.exit;

    expect(lines.at(-1)).toMatch(READY);
    expect(stillRuns).toBe(true);
    expect(response.statusCode).toBe(201);
    expect(body).toMatchObject({ text: 'अंत तक' });
    expect(code).toBe(0);
    // The process does not wait for the client to close its connection.
    expect(performance.now() - respondedAt).toBeLessThan(DRAIN_TIMEOUT_MS);
    expect(running.stderr()).toBe('');
  });

  it('on a second signal: exits 1 without waiting for running requests', async () => {
    const running = start();
    const { request } = await beginSend(await running.ready());
    const failed = once(request, 'error');

    running.child.kill('SIGTERM');
    const signalledAt = performance.now();
    const again = setInterval(() => running.child.kill('SIGTERM'), 50);
    const code = await running.exit;
    clearInterval(again);
    await failed;

    expect(code).toBe(1);
    expect(performance.now() - signalledAt).toBeLessThan(DRAIN_TIMEOUT_MS);
  });

  it('without the built web app: names its folder and how to build it, and serves the API', async () => {
    const repository = await mkdtemp(path.join(tmpdir(), 'safarnama-without-web-'));
    onTestFinished(() => rm(repository, { recursive: true, force: true }));
    const apiFolder = path.join(repository, 'apps/api');
    await mkdir(apiFolder, { recursive: true });
    for (const name of ['dist', 'package.json']) {
      await cp(path.join(API_FOLDER, name), path.join(apiFolder, name), { recursive: true });
    }
    await symlink(path.join(API_FOLDER, 'node_modules'), path.join(apiFolder, 'node_modules'));

    const running = start({ LOG_LEVEL: 'warn' }, [], apiFolder);
    const url = await running.ready();

    const [warning = ''] = running.stdout().split('\n');
    expect(JSON.parse(warning)).toMatchObject({
      folder: path.join(repository, 'apps/web/dist'),
      msg: 'Serving only the API: the web app is not built. To build it: npm run build',
    });
    expect(await fetchStatus(`${url}/health/ready`)).toBe(200);
  });

  it.each([
    ['', 1],
    ['1', 0],
  ])('with an https PUBLIC_URL and TRUST_PROXY "%s": logs %i warnings', async (trustProxy, warnings) => {
    const running = start({ PUBLIC_URL: 'https://stories.example', TRUST_PROXY: trustProxy });

    await running.ready();

    expect(running.stdout().match(/TRUST_PROXY is not set/g) ?? []).toHaveLength(warnings);
  });

  it('with an uncaught error: logs it, and exits 1', async () => {
    const fault = 'process.once("message", (text) => { throw new Error(text); });';
    const running = start({}, ['--import', `data:text/javascript,${encodeURIComponent(fault)}`]);
    await running.ready();

    running.child.send('an unexpected failure');
    const code = await running.exit;

    expect(code).toBe(1);
    expect(running.stdout()).toContain('"msg":"Stopping after an uncaught error"');
    expect(running.stdout()).toContain('an unexpected failure');
  });

  it('with a port in use: says how to free or change it, without a stack trace, and exits 78', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;

    const running = start({ PORT: String(port) });
    const code = await running.exit;
    other.close();

    expect(code).toBe(78);
    expect(running.stderr()).toBe(
      `Port ${port} is already in use. Stop the process that uses it, or choose another with PORT=${port < 65_535 ? port + 1 : 3000}.\n`,
    );
    expect(running.stdout()).toBe('');
  });

  it('with invalid settings: lists all of them, and exits 78', async () => {
    const running = start({
      PORT: '99999',
      LOG_LEVEL: 'loud',
      JWT_SECRET: 'short',
      WEB_ORIGINS: '*',
      RATE_LIMITS: 'perhaps',
      DATA_DIR: '/dev/null/data',
    });
    const code = await running.exit;

    expect(code).toBe(78);
    expect(running.stderr().trimEnd().split('\n')).toEqual([
      'These settings are wrong:',
      expect.stringContaining('PORT must be a whole number'),
      expect.stringContaining('JWT_SECRET must be at least 32 bytes'),
      expect.stringContaining('WEB_ORIGINS must not be *'),
      expect.stringContaining('RATE_LIMITS must be on or off'),
      expect.stringContaining('LOG_LEVEL must be one of'),
      expect.stringContaining('PASSWORD_PEPPER is not set and cannot be generated'),
    ]);
    expect(running.stdout()).toBe('');
  });

  it('with a DATA_DIR that cannot be written and with secrets: says so without a stack trace, and exits 78', async () => {
    const running = start({
      DATA_DIR: '/dev/null/data',
      JWT_SECRET: 'kP2v-9sXw_7Lq0Zb4Tn6Yc1Rf8Hd3Mj5',
      PASSWORD_PEPPER: 'a-pepper-that-keys-hashes-in-tests-only',
    });
    const code = await running.exit;

    expect(code).toBe(78);
    expect(running.stderr()).toMatch(
      /^These settings are wrong:\n {2}- DATA_DIR is not writable, and STORAGE_URL is not set: ENOTDIR: .*\n$/,
    );
    expect(running.stdout()).toBe('');
  });
});
