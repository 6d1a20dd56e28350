import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LIMITS } from '@safarnama/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { findFreePort } from '../../test/free-port.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';

useDatabase();
const app = useApp({ env: { TRUST_PROXY: '1' } });

const TEMPLATE = new URL('../../../../deploy/nginx.conf.template', import.meta.url);

let folder: string;
let nginx: ChildProcess;
const urls: Record<string, string> = {};

/** Starts nginx with the deployment's configuration, and with its defaults: HTTP/1.0 without keep-alive. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'safarnama-nginx-'));
  const api = new URL(app.url).host;
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  const settings: Record<string, string> = {
    PROXY_PORT: `127.0.0.1:${port}`,
    API_1: api,
    API_2: api,
    SOCKET_UPSTREAM: 'api',
  };
  const deployed = (await readFile(TEMPLATE, 'utf8')).replace(
    /\$\{(\w+)\}/g,
    (_, name) => settings[name] ?? '',
  );
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; events {}
     http {
       access_log off; ${temporaryPaths.join(' ')}
       ${deployed}
       server { listen 127.0.0.1:${plainPort}; client_max_body_size 16m; location / { proxy_pass http://${api}; } }
       server {
         listen 127.0.0.1:${plainPort}; server_name streaming; client_max_body_size 16m;
         location / { proxy_pass http://${api}; proxy_request_buffering off; }
       }
     }`,
  );
  nginx = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', path.join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  Object.assign(urls, { deployed: `http://127.0.0.1:${port}`, plain: `http://127.0.0.1:${plainPort}` });
  await vi.waitFor(async () => expect((await fetch(`${urls.plain}/health/live`)).status).toBe(200), {
    timeout: 10_000,
  });
});
afterAll(async () => {
  const exited = once(nginx, 'exit');
  nginx.kill('SIGTERM');
  await exited;
  await rm(folder, { recursive: true, force: true });
});

describe('behind nginx, a body over the limit', () => {
  it.each([
    ['deployed', {}, '/api/auth/update-profile', LIMITS.imageBodyBytes + 500_000],
    ['deployed', {}, '/api/auth/privacy', 5_000_000],
    ['plain', {}, '/api/auth/update-profile', LIMITS.imageBodyBytes + 500_000],
    ['plain', {}, '/api/auth/privacy', 5_000_000],
    ['plain', { Host: 'streaming' }, '/api/auth/update-profile', LIMITS.imageBodyBytes + 500_000],
    ['plain', { Host: 'streaming' }, '/api/auth/privacy', 5_000_000],
  ])('%s %j %s: gets 413 in the common shape, each of 10 times', async (name, headers, urlPath, size) => {
    const { cookie } = await signIn(app);
    const body = JSON.stringify({ fullName: 'मीरा', more: 'x'.repeat(size) });

    const statuses: string[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const response = await fetch(urls[name] + urlPath, {
        method: 'PUT',
        headers: { ...headers, Cookie: cookie, 'Content-Type': 'application/json' },
        body,
      });
      statuses.push(`${response.status} ${(await response.text()).slice(0, 45)}`);
    }

    expect(statuses).toEqual(Array(10).fill('413 {"message":"The request is too large","code":'));
  });
});
