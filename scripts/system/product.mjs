import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getParentPid, listProcesses, readCommandLine } from '../lib/database-package.mjs';
import { createCommandEnvironment } from '../lib/environment.mjs';
import { ROOT } from '../lib/paths.mjs';

const MARKER = 'SAFARNAMA_TEST_RUN';
const POLL_MS = 100;

/** @returns {string} a new folder; delete it with `removeFolder`. */
export function createTempFolder() {
  return mkdtempSync(join(tmpdir(), 'safarnama-system-'));
}

/** @param {string} folder */
export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Clones the committed state of the repository, with nothing installed and nothing built.
 *
 * @returns {string} its folder.
 */
export function cloneRepository() {
  const folder = createTempFolder();
  execFileSync('git', ['clone', '--quiet', '--no-local', '--depth', '1', `file://${ROOT}`, folder]);
  return folder;
}

/**
 * A command running in a clone, with all processes that it has started.
 *
 * @typedef {object} Run
 * @property {number} pid - of the process that was started (npm, when the command is npm).
 * @property {() => string} output - everything printed so far.
 * @property {(text: string, timeoutMs: number) => Promise<number>} waitFor - waits for a text in the output; returns the
 *   milliseconds since the start.
 * @property {Promise<{ code: number | null, signal: string | null }>} exited
 * @property {() => void} killAll - kills all of its processes that are still running, whatever their parent is.
 * @property {(part: string) => number} findProcess - a process whose command line begins with this text, or else one
 *   that contains it.
 * @property {(part: string) => boolean} hasProcess
 * @property {(timeoutMs: number) => Promise<string[]>} waitUntilExited - returns the command lines of the processes that
 *   are still running after the timeout.
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
    // biome-ignore lint/style/noProcessEnv: as a user's shell passes it on
    env: { ...createCommandEnvironment(process.env), ...env, [MARKER]: id },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a process group of its own, like a command in a terminal.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  /** @type {Run['exited']} */
  const exited = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });

  const processes = () => listProcesses().filter((pid) => isMarked(pid, id) || isInside(pid, folder));
  /** @param {string} part */
  const find = (part) => {
    const lines = processes().map((pid) => ({ pid, line: readCommandLine(pid).join(' ') }));
    const found =
      lines.find(({ line }) => line.startsWith(part)) ?? lines.find(({ line }) => line.includes(part));
    return found?.pid;
  };
  return {
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    hasProcess: (part) => find(part) !== undefined,
    findProcess(part) {
      const found = find(part);
      if (found === undefined) throw new Error(`No process with "${part}" is running. Output:\n${output}`);
      return found;
    },
    async waitFor(text, timeoutMs) {
      while (!output.includes(text)) {
        const hasEnded = child.exitCode !== null || child.signalCode !== null;
        if (hasEnded || Date.now() - startedAt > timeoutMs) {
          throw new Error(
            `"${text}" was not printed ${hasEnded ? 'before the exit' : 'in time'}. Output:\n${output}`,
          );
        }
        await delay(POLL_MS);
      }
      return Date.now() - startedAt;
    },
    killAll() {
      for (const pid of processes()) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch (error) {
          // It may have exited since the list was read.
          if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
        }
      }
    },
    async waitUntilExited(timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      while (processes().length > 0 && Date.now() < deadline) await delay(POLL_MS);
      return processes().map(
        (pid) => `${pid} (parent ${getParentPid(pid)}): ${readCommandLine(pid).join(' ')}`,
      );
    },
  };
}

/**
 * @param {number} pid
 * @param {string} id
 * @returns {boolean} whether the process inherited the marker in its environment.
 */
function isMarked(pid, id) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${MARKER}=${id}`);
  } catch {
    return false;
  }
}

/**
 * turbo starts its tasks with a filtered environment, without the marker; they are identified by their folder.
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
