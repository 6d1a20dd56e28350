import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '@safarnama/database';
import { expect, vi } from 'vitest';
import { fetchStatus } from './process.js';

const TEMPLATE = new URL('../../../deploy/nginx.conf.template', import.meta.url);
const START_TIMEOUT_MS = 10_000;

interface Nginx {
  /** URL of the server with the deployment's configuration. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts nginx with the deployment's configuration in front of two processes.
 *
 * @param apis - URLs of the processes.
 * @param moreServers - further `server` blocks.
 */
export async function startNginx(apis: readonly [string, string], moreServers = ''): Promise<Nginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'safarnama-nginx-'));
  const port = await findFreePort();
  const settings: Record<string, string> = {
    PROXY_PORT: `127.0.0.1:${port}`,
    API_1: new URL(apis[0]).host,
    API_2: new URL(apis[1]).host,
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
       ${moreServers}
     }`,
  );
  const nginx: ChildProcess = spawn(
    'nginx',
    ['-e', 'stderr', '-p', folder, '-c', path.join(folder, 'nginx.conf')],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const exited = once(nginx, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect(await fetchStatus(`${url}/health/live`)).toBe(200), {
    timeout: START_TIMEOUT_MS,
  });
  return {
    url,
    async stop() {
      nginx.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
