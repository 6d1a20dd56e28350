import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isExecutable } from './find-program.js';
import { identifyProcess, isRunning } from './process-identity.js';

/** @typedef {{ code: number | null, signal: string | null }} Exit */
/**
 * @typedef {object} GuardedProcess
 * @property {Promise<Exit>} exited - when it has ended, for whatever reason; never rejects.
 * @property {() => Promise<void>} stop - SIGTERM, SIGKILL after 5 s; resolves when it has ended.
 * @property {() => number | undefined} pid - of the program itself, known soon after the start.
 */
/**
 * @typedef {object} GuardedOptions
 * @property {string} command - full path of the program.
 * @property {string[]} args
 * @property {Record<string, string>} env - its whole environment.
 * @property {string} cwd
 * @property {(line: string) => void} onLine - each line of its stdout and stderr.
 * @property {string} [recordFile] - where to note the program's and the watchdog's identity while they run.
 */

const WATCHDOG = fileURLToPath(new URL('./watchdog.js', import.meta.url));
/** The watchdog's own 5 s until SIGKILL, and a little more. */
const STOP_TIMEOUT_MS = 7000;

/**
 * Runs a program under a watchdog (`watchdog.js`), so that it ends with this process, however that ends.
 *
 * @param {GuardedOptions} options
 * @returns {GuardedProcess}
 */
export function startGuarded({ command, args, env, cwd, onLine, recordFile }) {
  if (!isExecutable(command)) throw new Error(`${command} is missing or cannot be run`);

  // NODE_OPTIONS of a test runner or a debugger are not meant for the watchdog.
  const { NODE_OPTIONS: _, ...watchdogEnv } = env;
  const specification = JSON.stringify({ command, args, cwd, recordFile: recordFile ?? null });
  const watchdog = spawn(process.execPath, [WATCHDOG, specification], {
    env: watchdogEnv,
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  /** @type {import('./process-identity.js').ProcessIdentity | null} */
  let program = null;
  /** @type {Exit | null} */
  let reportedExit = null;

  watchdog.stdin.on('error', () => {}); // it has gone: `close` says so
  createInterface({ input: watchdog.stdout }).on('line', (text) => {
    const message = JSON.parse(text);
    if ('pid' in message) program = identifyProcess(message.pid);
    if ('line' in message) onLine(message.line);
    if ('failed' in message) onLine(message.failed);
    if ('exit' in message) reportedExit = message.exit;
  });

  /** @type {Promise<Exit>} */
  const exited = new Promise((resolve) => {
    watchdog.once('error', () => resolve({ code: null, signal: null }));
    watchdog.once('close', (code, signal) => {
      // Without a last word the watchdog itself was killed; its program must not outlive it.
      if (reportedExit === null && program !== null && isRunning(program)) killGroup(program.pid);
      resolve(reportedExit ?? { code, signal });
    });
  });

  async function stop() {
    watchdog.stdin.end('stop\n');
    const timer = setTimeout(() => watchdog.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
  }

  return { exited, stop, pid: () => program?.pid };
}

/** @param {number} pid */
function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Ended in this moment.
  }
}
