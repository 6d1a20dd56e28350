import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { sendSignal } from '../lib/database-package.mjs';

const PARENTS = fileURLToPath(new URL('../lib/parents.mjs', import.meta.url));

/** @type {number[]} */
const started = [];
afterEach(() => {
  for (const pid of started.splice(0)) sendSignal(pid, 'SIGKILL');
});

/**
 * Imitates npm: a process that runs `sh -c`, which runs a script that watches both.
 *
 * @param {boolean} isNpmScript
 */
async function startFamily(isNpmScript) {
  const script = `
    const { watchParents } = await import(${JSON.stringify(PARENTS)});
    watchParents({ isNpmScript: ${isNpmScript}, onExit(which) { console.log(which); process.exit(); } });
    console.log(process.pid + ' ' + process.ppid);
    setInterval(() => {}, 1000);
  `;
  // `exit` prevents the shell from replacing itself with node.
  const shellCommand = `'${process.execPath}' --input-type=module --eval "$SCRIPT"; exit`;
  const npm = `
    require('node:child_process').spawn('sh', ['-c', process.env.SHELL_COMMAND], { stdio: 'inherit' });
    setInterval(() => {}, 1000);
  `;
  const grandparent = spawn(process.execPath, ['--eval', npm], {
    // biome-ignore lint/style/noProcessEnv: passed on
    env: { ...process.env, SCRIPT: script, SHELL_COMMAND: shellCommand },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: grandparent.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const [pid = 0, shell = 0] = (await nextLine()).split(' ').map(Number);
  started.push(pid, shell, grandparent.pid ?? 0);
  return { grandparent: grandparent.pid ?? 0, shell, pid, nextLine };
}

describe('watchParents', () => {
  it('when npm is killed and its shell survives: reports the starter', async () => {
    const { grandparent, nextLine } = await startFamily(true);

    sendSignal(grandparent, 'SIGKILL');

    expect(await nextLine()).toBe('starter');
  });

  it("when npm's shell exits: reports the shell", async () => {
    const { shell, nextLine } = await startFamily(true);

    sendSignal(shell, 'SIGKILL');

    expect(await nextLine()).toBe('shell');
  });

  it('when not started by npm: ignores the exit of the grandparent', async () => {
    const { grandparent, shell, pid, nextLine } = await startFamily(false);

    sendSignal(grandparent, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(sendSignal(pid, 0)).toBe(true);
    sendSignal(shell, 'SIGKILL');

    expect(await nextLine()).toBe('starter');
  });
});
