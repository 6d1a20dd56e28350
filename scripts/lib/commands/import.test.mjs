import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../paths.mjs';
import { createTestContext } from '../testing/context.mjs';
import { importStories } from './import.mjs';

vi.mock('../install.mjs', () => ({
  withPackages: async (/** @type {import('../run-command.mjs').Context} */ context) => context,
}));
vi.mock('../paths.mjs', async (importOriginal) => ({
  .../** @type {typeof import('../paths.mjs')} */ (await importOriginal()),
  ROOT: mkdtempSync(join(tmpdir(), 'safarnama-import-')),
}));

/** @type {string[]} */
const requests = [];
/** A site that refuses every account. */
const site = createServer((request, response) => {
  requests.push(`${request.method} ${request.headers.host}${request.url}`);
  response.writeHead(403, { 'Content-Type': 'application/json' }).end('{"message":"closed"}');
});
let address = '';
let port = '';

beforeAll(async () => {
  await new Promise((resolve) => site.listen(0, '127.0.0.1', () => resolve(undefined)));
  port = String(/** @type {import('node:net').AddressInfo} */ (site.address()).port);
  address = `127.0.0.1:${port}`;
  writeFileSync(join(ROOT, 'stories.json'), '[{"blogTitle":"Bundi","blogContent":"Stepwells."}]');
});
afterAll(() => {
  site.close();
  rmSync(ROOT, { recursive: true });
});
beforeEach(() => {
  requests.length = 0;
  rmSync(join(ROOT, '.env'), { force: true });
});

/**
 * @param {import('../environment.mjs').Environment} env
 * @param {string[]} [args]
 */
const run = (env, args = []) =>
  importStories({
    ...createTestContext({ INIT_CWD: ROOT, ...env }),
    args: ['stories.json', '--email', 'asha@example.com', '--password', 'secret', ...args],
  });

describe('npm run import', () => {
  it('with PORT in the environment, or in .env: sends to the product there', async () => {
    await expect(run({ PORT: port })).rejects.toThrow('closed');
    writeFileSync(join(ROOT, '.env'), `PORT=${port}\nHOST=0.0.0.0\n`);
    await expect(run({})).rejects.toThrow('closed');

    expect(requests).toEqual(Array(2).fill(`POST ${address}/api/auth/login`));
  });

  it('with --url: sends there, whatever PORT is', async () => {
    await expect(run({ PORT: '1' }, ['--url', `http://${address}`])).rejects.toThrow('closed');

    expect(requests).toEqual([`POST ${address}/api/auth/login`]);
  });
});
