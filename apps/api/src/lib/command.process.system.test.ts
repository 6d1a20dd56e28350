import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { processEnv } from '../config/env.js';

/** Nothing listens on this port. The driver gives up after ten seconds. */
const UNREACHABLE_URI = 'mongodb://me:hunter2@127.0.0.1:9/site';
const UNREACHABLE_MESSAGE = 'Failed to connect to the database: connect ECONNREFUSED 127.0.0.1:9';

describe('a terminal command', () => {
  // Each waits for the driver.
  it.concurrent.each([
    ['migrate', ['dist/migrations/main.js', '--status']],
    ['backup', ['dist/backup/main.js', 'backup', '/nowhere/site.tar']],
  ])('%s with an unavailable database: prints one line and exits with 1', async (_name, args) => {
    const { PATH = '' } = processEnv();
    const child = spawn(process.execPath, args, {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { PATH, MONGODB_URI: UNREACHABLE_URI, PASSWORD_PEPPER: 'a-pepper-that-keys-hashes-in-tests-only' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => output.push(text));

    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output.join('')).toBe(`${UNREACHABLE_MESSAGE}\n`);
  });
});
