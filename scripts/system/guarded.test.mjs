import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createChildEnvironment } from '../lib/environment.mjs';
import { startGuarded } from '../lib/guarded.mjs';
import { sendSignal } from '../lib/processes.mjs';

// biome-ignore lint/style/noProcessEnv: the programs need a PATH
const env = createChildEnvironment(process.env);
const GUARDED = fileURLToPath(new URL('../lib/guarded.mjs', import.meta.url));
/** Starts a child in a group of its own, as turbo does, tells both ids, and lives until it is killed. */
const FAMILY = `
  const { spawn } = require('node:child_process');
  const child = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
  process.on('SIGTERM', () => {});
  console.log(JSON.stringify([process.pid, child.pid]));
  setInterval(() => {}, 1000);
`;

/** @type {number[]} */
let family = [];
afterEach(() => {
  for (const pid of family.splice(0)) sendSignal(pid, 'SIGKILL');
});

/**
 * @param {string} script
 * @param {(line: string) => void} onLine
 */
function startNode(script, onLine = () => {}) {
  return startGuarded({ command: process.execPath, args: ['--eval', script], env, onLine });
}

const isAnyAlive = () => family.some((pid) => sendSignal(pid, 0));

describe('startGuarded', () => {
  it('with a program that ends: gives its output and its exit code', async () => {
    const lines = /** @type {string[]} */ ([]);
    const { code } = await startNode(
      'console.log("one"); console.error("two"); process.exitCode = 7',
      (line) => lines.push(line),
    ).exited;

    expect(code).toBe(7);
    expect(lines.toSorted()).toEqual(['one', 'two']);
  });

  it('with a program that is not there: tells why', async () => {
    const { failure } = await startGuarded({ command: '/no/such/program', args: [], env, onLine() {} })
      .exited;

    expect(failure).toContain('ENOENT');
  });

  it('stopped: the program gets the signal and its time', async () => {
    const started = withResolvers();
    const lines = /** @type {string[]} */ ([]);
    const child = startNode(
      'process.on("SIGINT", () => setTimeout(() => { console.log("finished"); process.exit(0); }, 300));' +
        'setInterval(() => {}, 1000); console.log("up")',
      (line) => {
        lines.push(line);
        started.resolve(line);
      },
    );
    await started.promise;

    const { code } = await child.stop(5000, 'SIGINT');

    expect(code).toBe(0);
    expect(lines).toEqual(['up', 'finished']);
  });

  it('stopped, but deaf: it and its children in other groups are killed after the grace', async () => {
    const started = withResolvers();
    const child = startNode(FAMILY, (line) => started.resolve(JSON.parse(line)));
    family = await started.promise;

    const { signal } = await child.stop(300);

    expect(signal).toBe('SIGKILL');
    await expect.poll(isAnyAlive, { timeout: 2000 }).toBe(false);
  });

  it('when the process that started it is killed: the program and its children end within 5 s', async () => {
    const script = `
      const { startGuarded } = await import(${JSON.stringify(GUARDED)});
      startGuarded({
        command: process.execPath, args: ['--eval', ${JSON.stringify(FAMILY)}], env: process.env,
        onLine: (line) => console.log(line),
      });
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const started = withResolvers();
    createInterface({ input: parent.stdout }).on('line', (line) => started.resolve(JSON.parse(line)));
    family = await started.promise;

    parent.kill('SIGKILL');

    await expect.poll(isAnyAlive, { timeout: 5000 }).toBe(false);
  });
});

function withResolvers() {
  /** @type {(value: any) => void} */
  let resolve = () => {};
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
