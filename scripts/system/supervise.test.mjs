import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFreePort } from '../lib/database-package.mjs';
import { superviseApi } from '../lib/supervise-api.mjs';

/** Logs its start time and ends as its plan says, either before listening or after the first request. */
const PROGRAM = `
  import { appendFileSync, readFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  const { LOG, PLAN, PORT } = process.env;
  appendFileSync(LOG, Date.now() + '\\n');
  const count = readFileSync(LOG, 'utf8').trimEnd().split('\\n').length;
  const end = JSON.parse(PLAN)[count - 1];
  if (end === 'before listening') process.exit(3);
  createServer((req, res) => {
    res.end('{}', () => {
      if (end === 'full memory') setTimeout(() => { const all = []; for (;;) all.push(new Array(1e6).fill({})); });
      else if (typeof end === 'number') setTimeout(() => process.exit(end), 100);
      else if (end !== undefined) setTimeout(() => process.kill(process.pid, end), 100);
    });
  }).listen(Number(PORT), '127.0.0.1');
`;
const BACKOFF_MS = [250, 1000, 2000];

/** @type {string} */
let folder;
/** @type {AbortController} */
let abort;
/** @type {((kind: { isUrgent: boolean }) => unknown)[]} */
let cleanups;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'safarnama-supervise-'));
  abort = new AbortController();
  cleanups = [];
});
afterEach(async () => {
  abort.abort();
  for (const cleanup of cleanups) await cleanup({ isUrgent: true });
  rmSync(folder, { recursive: true, force: true });
});

/** @param {(string | number)[]} plan - how each process ends; later ones keep running. */
async function supervise(plan) {
  const port = await findFreePort();
  const program = join(folder, 'program.mjs');
  const log = join(folder, 'starts');
  writeFileSync(program, PROGRAM);
  /** @type {string[]} */
  const lines = [];
  // biome-ignore lint/style/noProcessEnv: as a user's shell passes it on
  const { PATH = '' } = process.env;
  const fakeContext = {
    env: { PATH, PORT: String(port), LOG: log, PLAN: JSON.stringify(plan) },
    progress: { line: (/** @type {string} */ line) => lines.push(line) },
    session: {
      signal: abort.signal,
      defer(/** @type {(kind: { isUrgent: boolean }) => unknown} */ cleanup) {
        cleanups.push(cleanup);
        return () => cleanups.splice(cleanups.indexOf(cleanup), 1);
      },
    },
  };
  // Contains everything that superviseApi uses of a context.
  const context = /** @type {import('../lib/run-command.mjs').Context} */ (
    /** @type {unknown} */ (fakeContext)
  );
  const args = ['--max-old-space-size=32', program];
  const code = superviseApi(context, { command: process.execPath, args });
  // The end of the test aborts it.
  code.catch(() => undefined);
  const starts = () => {
    try {
      return readFileSync(log, 'utf8').trimEnd().split('\n').map(Number);
    } catch {
      return [];
    }
  };
  return { code, lines, starts };
}

describe('Reliability 5: the supervisor of npm start', () => {
  it('after consecutive crashes: prints the cause of each, restarts with growing delays, and continues', async () => {
    const { lines, starts } = await supervise([1, 'SIGSEGV', 'SIGKILL']);

    await expect.poll(starts, { timeout: 30_000 }).toHaveLength(4);
    const startTimes = starts();
    const waits = startTimes.slice(1).map((at, index) => at - (startTimes[index] ?? 0));

    expect(lines).toEqual([
      'The server exited unexpectedly (exit code 1); restarting…',
      'The server exited unexpectedly (SIGSEGV); restarting…',
      'The server exited unexpectedly (SIGKILL); restarting…',
    ]);
    for (const [index, minMs] of BACKOFF_MS.entries()) expect(waits[index]).toBeGreaterThanOrEqual(minMs);
  });

  it('after an out-of-memory crash: restarts the program', async () => {
    const { lines, starts } = await supervise(['full memory']);

    await expect.poll(starts, { timeout: 30_000 }).toHaveLength(2);

    expect(lines).toEqual(['The server exited unexpectedly (SIGABRT); restarting…']);
  });

  it('with a program that never listens: returns its exit code and does not restart it', async () => {
    const { code, lines, starts } = await supervise(['before listening']);

    expect(await code).toBe(3);
    expect(lines).toEqual([]);
    expect(starts()).toHaveLength(1);
  });

  it('with a program that refuses to start after it has listened: returns 1 and does not restart it', async () => {
    const { code, lines, starts } = await supervise([78]);

    expect(await code).toBe(1);
    expect(lines).toEqual([]);
    expect(starts()).toHaveLength(1);
  });

  it('with a program that exits with 0: ends as well', async () => {
    const { code, starts } = await supervise([0]);

    expect(await code).toBe(0);
    expect(starts()).toHaveLength(1);
  });
});
