import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../free-port.js';
import { startDatabase } from '../start-database.js';
import { writeFakeMongod } from '../testing/fake-mongod.js';
import { openStories, start } from '../testing/running.js';
import { createBareMachine, makeTempDir, waitUntil } from '../testing/sandbox.js';

/** Starts a download host on loopback; `requests` records methods and paths. */
async function startMirror(handler: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { requests, env: { MONGOMS_DOWNLOAD_MIRROR: `http://127.0.0.1:${port}`, MONGOMS_USE_HTTP: 'true' } };
}

/** Creates an archive like MongoDB's, with a fake mongod. */
function packMongod(): Buffer {
  const folder = makeTempDir();
  mkdirSync(join(folder, 'mongodb', 'bin'), { recursive: true });
  writeFakeMongod(join(folder, 'mongodb', 'bin'), 'mongod');
  execFileSync('tar', ['czf', 'mongod.tgz', 'mongodb'], { cwd: folder });
  return readFileSync(join(folder, 'mongod.tgz'));
}

function serveArchive(archive: Buffer): RequestListener {
  const md5 = createHash('md5').update(archive).digest('hex');
  return (request, response) => {
    const body = request.url?.endsWith('.md5') ? Buffer.from(`${md5}  mongod.tgz\n`) : archive;
    response.setHeader('content-length', body.length);
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

const rejectRequest: RequestListener = (_request, response) => response.writeHead(403).end();

describe('memory-server', () => {
  it('with a reachable host: waits for the packages, downloads mongod once, and preserves the data', async () => {
    const dataDir = makeTempDir();
    const mirror = await startMirror(serveArchive(packMongod()));
    const env = { ...createBareMachine(['sh', 'sed', 'mkfifo']), ...mirror.env };
    const lines: string[] = [];
    const installed = new EventEmitter();

    const starting = start({
      dataDir,
      env,
      onProgress: (line) => lines.push(line),
      dependenciesReady: once(installed, 'done'),
    });
    await waitUntil('the host is checked', 5000, () => mirror.requests.length > 0);
    await delay(300);
    const requestsBefore = [...mirror.requests];
    installed.emit('done');
    const first = await starting;
    await (await openStories(first.uri)).insertOne({ _id: 1, title: 'Leh' });
    await first.stop();
    const requestsAfter = mirror.requests.length;
    const second = await start({ dataDir, env });

    expect(requestsBefore).toEqual(['HEAD /']);
    expect(first.reason).toBe('Database: memory-server (no mongod on PATH).');
    expect(lines).toContain('Downloading MongoDB (once): 100 %…');
    expect(mirror.requests).toHaveLength(requestsAfter);
    expect(await (await openStories(second.uri)).findOne({ _id: 1 })).toEqual({ _id: 1, title: 'Leh' });
    expect(readFileSync(join(dataDir, 'db', 'engine'), 'utf8')).toBe('memory-server\n');
  });

  it('with two first starts during a slow download: downloads once, and the second start waits for it', async () => {
    const archive = packMongod();
    const respond = serveArchive(archive);
    let finishDownload = () => {};
    const mirror = await startMirror((request, response) => {
      if (request.method === 'HEAD' || request.url?.endsWith('.md5')) return respond(request, response);
      finishDownload = () => respond(request, response);
    });
    const isDownload = (line: string) => /^GET .+\.tgz$/.test(line);
    const env = { ...createBareMachine(['sh', 'sed', 'mkfifo']), ...mirror.env };
    const lines: string[] = [];
    const startOne = () => start({ dataDir: makeTempDir(), env, onProgress: (line) => lines.push(line) });

    const first = startOne();
    await waitUntil('the download begins', 5000, () => mirror.requests.some(isDownload));
    const second = startOne();
    await waitUntil('the second start waits', 5000, () => lines.some((line) => /; waiting/.test(line)));
    finishDownload();

    expect([(await first).engine, (await second).engine]).toEqual(['memory-server', 'memory-server']);
    expect(lines).toContain(`Process ${process.pid} is downloading MongoDB; waiting for it…`);
    expect(mirror.requests.filter(isDownload)).toHaveLength(1);
  });

  it('with a failing download: reports why, skips it for a day, and retries when requested by DATABASE_ENGINE', async () => {
    const mirror = await startMirror(rejectRequest);
    const env = { ...createBareMachine(), ...mirror.env };
    const attempt = (overrides: object) =>
      startDatabase({ dataDir: makeTempDir(), env: { ...env, ...overrides } });

    await expect(attempt({})).rejects.toThrow(
      "  - memory-server: MongoDB cannot be downloaded: Status Code is 403 (MongoDB's 404)\n",
    );
    const requestsAfterFirst = mirror.requests.length;
    await expect(attempt({})).rejects.toThrow(
      /cannot be downloaded: Status Code is 403 .+, at 20.+; remove .+ to try again today/,
    );
    const requestsAfterSecond = mirror.requests.length;
    await expect(attempt({ DATABASE_ENGINE: 'memory-server' })).rejects.toThrow('Status Code is 403');

    expect(requestsAfterSecond).toBe(requestsAfterFirst);
    expect(mirror.requests.length).toBeGreaterThan(requestsAfterSecond);
  });

  it('with a host that never responds: fails after 8 s', async () => {
    const mirror = await startMirror(() => {});
    const env = { ...createBareMachine(), ...mirror.env, DATABASE_ENGINE: 'memory-server' };
    const startedAt = Date.now();

    await expect(startDatabase({ dataDir: makeTempDir(), env })).rejects.toThrow(
      'memory-server: MongoDB cannot be downloaded: no response within 8 s',
    );

    expect(Date.now() - startedAt).toBeLessThan(9000);
  });

  it('without its package, because the installation failed: reports it and does not count it as a failed download', async () => {
    const mirror = await startMirror(rejectRequest);
    const env = { ...createBareMachine(), ...mirror.env };
    const dependenciesReady = Promise.reject(new Error('pnpm install ended with 1'));

    const starting = startDatabase({ dataDir: makeTempDir(), env, dependenciesReady });
    await expect(starting).rejects.toThrow(
      '  - memory-server: the workspace could not be installed: pnpm install ended with 1\n',
    );

    await expect(startDatabase({ dataDir: makeTempDir(), env })).rejects.toThrow('Status Code is 403');
  });

  it.each(['https_proxy', 'npm_config_proxy'])(
    'behind the proxy of %s: does not check the host, which only the proxy may reach',
    async (name) => {
      const closed = `http://127.0.0.1:${await findFreePort()}`;
      const env = { ...createBareMachine(), MONGOMS_DOWNLOAD_MIRROR: closed, [name]: closed };
      const dependenciesReady = Promise.reject(new Error('checked later'));

      const starting = startDatabase({ dataDir: makeTempDir(), env, dependenciesReady });

      await expect(starting).rejects.toThrow(
        'memory-server: the workspace could not be installed: checked later',
      );
    },
  );

  it('cancelled before the packages are ready: does not wait for them', async () => {
    const env = { ...createBareMachine(), DATABASE_ENGINE: 'memory-server', https_proxy: 'http://127.0.0.1' };
    const never = new Promise(() => {});

    const starting = startDatabase({
      dataDir: makeTempDir(),
      env,
      dependenciesReady: never,
      signal: AbortSignal.abort(),
    });

    await expect(starting).rejects.toThrow('aborted');
  });

  it('without a network: fails without waiting for the packages', async () => {
    const env = {
      ...createBareMachine(),
      MONGOMS_DOWNLOAD_MIRROR: `http://127.0.0.1:${await findFreePort()}`,
    };
    const never = new Promise(() => {});

    const starting = startDatabase({ dataDir: makeTempDir(), env, dependenciesReady: never });

    await expect(starting).rejects.toThrow('cannot be downloaded: connect ECONNREFUSED');
  });
});
