import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './paths.mjs';

/** @param {string} file */
const read = (file) => readFileSync(join(ROOT, file), 'utf8');

describe('the health check of the image', () => {
  it.each([
    [200, 0],
    [503, 1],
  ])('when the product on PORT responds %i: exits with %i', async (status, code) => {
    const [, check = '[]'] = /HEALTHCHECK[^[]*(\[.*\])/.exec(read('Dockerfile')) ?? [];
    const [, ...args] = JSON.parse(check);
    const server = createServer((_request, response) => response.writeHead(status).end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

    const child = spawn(process.execPath, args, { env: { PORT: String(port) }, stdio: 'ignore' });
    const [exitCode] = await once(child, 'exit');
    server.close();

    expect(exitCode).toBe(code);
  });
});

describe('the grace period of the product in compose.yaml', () => {
  it('is longer than the product may take to stop', () => {
    const [, stopMs = ''] = /STOP_TIMEOUT_MS = ([\d_]+);/.exec(read('apps/api/src/index.ts')) ?? [];

    const { stop_grace_period: grace = '10s' } = parse(read('compose.yaml'))['x-app'];

    expect(Number.parseInt(grace, 10) * 1000).toBeGreaterThan(Number(stopMs.replaceAll('_', '')));
  });
});

describe('the environment of the product in compose.yaml', () => {
  it('takes the settings from .env that its comments and those of Prometheus name', () => {
    const settings = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name);
    const comments = ['compose.yaml', 'deploy/prometheus/prometheus.yml']
      .flatMap((file) => read(file).match(/#.*/g) ?? [])
      .join('\n');
    const named = settings.filter((name) => new RegExp(`\\b${name}\\b`).test(comments));

    const { environment } = parse(read('compose.yaml'))['x-app'];

    expect(named).toEqual(expect.arrayContaining(['PUBLIC_URL', 'METRICS_TOKEN']));
    for (const name of named)
      expect(environment).toHaveProperty(name, expect.stringContaining(`\${${name}:-`));
  });
});
