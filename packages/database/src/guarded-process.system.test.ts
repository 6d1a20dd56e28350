import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createChildEnvironment, processEnvironment } from './environment.js';
import { type GuardedOptions, startGuarded } from './guarded-process.js';
import { sendSignal } from './processes.js';

const env = createChildEnvironment(processEnvironment());
const GUARDED_PROCESS = fileURLToPath(new URL('./guarded-process.js', import.meta.url));
/** Starts a child in a separate process group, as turbo does, prints both ids, and ignores SIGTERM. */
const PROGRAM_WITH_CHILD = `
  const { spawn } = require('node:child_process');
  const child = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
  process.on('SIGTERM', () => {});
  console.log(JSON.stringify([process.pid, child.pid]));
  setInterval(() => {}, 1000);
`;

let pids: number[] = [];
afterEach(() => {
  for (const pid of pids.splice(0)) sendSignal(pid, 'SIGKILL');
});

function start(options: Pick<GuardedOptions, 'command' | 'args' | 'recordFile'>) {
  const lines: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  const child = startGuarded({
    ...options,
    env,
    cwd: tmpdir(),
    onLine(line) {
      lines.push(line);
      for (const listener of listeners.splice(0)) listener(line);
    },
  });
  const nextLine = () => new Promise<string>((resolve) => listeners.push(resolve));
  return { ...child, lines, nextLine };
}

const startNode = (script: string) => start({ command: process.execPath, args: ['--eval', script] });

const isAnyAlive = () => pids.some((pid) => sendSignal(pid, 0));

describe('startGuarded', () => {
  it('with a program that exits: reports its output and its exit code', async () => {
    const child = startNode('console.log("one"); console.error("two"); process.exitCode = 7');

    expect((await child.exited).code).toBe(7);
    expect(child.lines.toSorted()).toEqual(['one', 'two']);
  });

  it('with a program that does not exist: reports the reason', async () => {
    const { failure } = await start({ command: '/no/such/program', args: [] }).exited;

    expect(failure).toContain('ENOENT');
  });

  it('when the record cannot be written, as on a full disk: stops the program and reports the reason', async () => {
    const { failure, signal } = await start({
      command: process.execPath,
      args: ['--eval', 'setInterval(() => {}, 1000)'],
      recordFile: '/no/such/folder/server.json',
    }).exited;

    expect(failure).toContain('ENOENT');
    expect(signal).toBe('SIGTERM');
  });

  it('when stopped: sends the signal and waits until the program exits', async () => {
    const child = startNode(
      'process.on("SIGTERM", () => setTimeout(() => { console.log("finished"); process.exit(0); }, 300));' +
        'setInterval(() => {}, 1000); console.log("up")',
    );
    await child.nextLine();

    const { code } = await child.stop();

    expect(code).toBe(0);
    expect(child.lines).toEqual(['up', 'finished']);
  });

  it('when a stopped program ignores the signal: kills it and its children in other groups after the grace period', async () => {
    const child = startNode(PROGRAM_WITH_CHILD);
    pids = JSON.parse(await child.nextLine());

    const { signal } = await child.stop(300);

    expect(signal).toBe('SIGKILL');
    await expect.poll(isAnyAlive, { timeout: 2000 }).toBe(false);
  });

  it('when the parent process is killed: ends the program and its children within 5 s', async () => {
    const script = `
      const { startGuarded } = await import(${JSON.stringify(GUARDED_PROCESS)});
      startGuarded({
        command: process.execPath, args: ['--eval', ${JSON.stringify(PROGRAM_WITH_CHILD)}], env: process.env, cwd: '/',
        onLine: (line) => console.log(line),
      });
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    pids = await new Promise((resolve) => {
      createInterface({ input: parent.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    });

    parent.kill('SIGKILL');

    await expect.poll(isAnyAlive, { timeout: 5000 }).toBe(false);
  });
});
