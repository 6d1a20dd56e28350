import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createChildEnvironment } from '../lib/environment.mjs';
import { ROOT } from '../lib/paths.mjs';
import { getParentPid, readCommandLine } from '../lib/processes.mjs';

const MARKER = 'SAFARNAMA_TEST_RUN';
const POLL_MS = 100;

/** @returns {string} a new folder; `removeFolder` takes it away. */
export function createTempFolder() {
  return mkdtempSync(join(tmpdir(), 'safarnama-system-'));
}

/** @param {string} folder */
export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * What a newcomer has: the committed state, nothing installed, nothing built.
 *
 * @returns {string} its folder.
 */
export function cloneRepository() {
  const folder = createTempFolder();
  execFileSync('git', ['clone', '--quiet', '--no-local', '--depth', '1', `file://${ROOT}`, folder]);
  return folder;
}

/** @returns {Promise<number>} a port on loopback that nobody uses at this moment. */
export function findFreePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/**
 * One command that runs in a clone, with everything that it starts.
 *
 * @typedef {object} Run
 * @property {number} pid - of the process that was started (npm, when npm was).
 * @property {() => string} output - what it has printed so far.
 * @property {(text: string, withinMs: number) => Promise<number>} waitFor - the milliseconds since the start.
 * @property {Promise<{ code: number | null, signal: string | null }>} exited
 * @property {() => number[]} processes - all that still run of it, whoever their parent is now.
 * @property {(part: string) => number} findProcess - one whose command line begins with this, else one that has it
 *   inside.
 * @property {(part: string) => boolean} hasProcess
 * @property {(timeoutMs: number) => Promise<string[]>} waitUntilExited - the command lines of those that are left then.
 */

/**
 * @param {string} folder - a clone.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Run}
 */
export function startCommand(folder, command, args, env = {}) {
  const id = randomUUID();
  const startedAt = Date.now();
  const child = spawn(command, args, {
    cwd: folder,
    // biome-ignore lint/style/noProcessEnv: what a person's shell would hand on
    env: { ...createChildEnvironment(process.env), ...env, [MARKER]: id },
    stdio: ['ignore', 'pipe', 'pipe'],
    // As in a terminal: a group of its own.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const { pid = 0 } = child;
  /** @type {Run['exited']} */
  const exited = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });

  const processes = () => listProcesses().filter((each) => isMarked(each, id) || isInside(each, folder));
  /** @param {string} part */
  const find = (part) => {
    const lines = processes().map((each) => ({ each, line: readCommandLine(each).join(' ') }));
    const found =
      lines.find(({ line }) => line.startsWith(part)) ?? lines.find(({ line }) => line.includes(part));
    return found?.each;
  };
  return {
    pid,
    output: () => output,
    exited,
    processes,
    hasProcess: (part) => find(part) !== undefined,
    findProcess(part) {
      const found = find(part);
      if (found === undefined) throw new Error(`No process with "${part}" runs. It printed:\n${output}`);
      return found;
    },
    async waitFor(text, timeoutMs) {
      while (!output.includes(text)) {
        const hasEnded = child.exitCode !== null || child.signalCode !== null;
        if (hasEnded || Date.now() - startedAt > timeoutMs) {
          throw new Error(
            `"${text}" did not come${hasEnded ? ' before it ended' : ''}. It printed:\n${output}`,
          );
        }
        await delay(POLL_MS);
      }
      return Date.now() - startedAt;
    },
    async waitUntilExited(timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      while (processes().length > 0 && Date.now() < deadline) await delay(POLL_MS);
      return processes().map(
        (each) => `${each} (parent ${getParentPid(each)}): ${readCommandLine(each).join(' ')}`,
      );
    },
  };
}

/** @returns {number[]} */
function listProcesses() {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/**
 * @param {number} pid
 * @param {string} id
 */
function isMarked(pid, id) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${MARKER}=${id}`);
  } catch {
    return false;
  }
}

/**
 * What turbo starts gets a chosen environment without the marker, but works in the clone.
 *
 * @param {number} pid
 * @param {string} folder
 */
function isInside(pid, folder) {
  try {
    return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`);
  } catch {
    return false;
  }
}
