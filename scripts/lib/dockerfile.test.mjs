import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './paths.mjs';

describe('the health check of the image', () => {
  it.each([
    [200, 0],
    [503, 1],
  ])('when the product on PORT responds %i: exits with %i', async (status, code) => {
    const [, check = '[]'] =
      /HEALTHCHECK[^[]*(\[.*\])/.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? [];
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
