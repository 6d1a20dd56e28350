import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { identifyProcess, isRunning, listProcessTree, sendSignal } from './processes.js';

/**
 * @typedef {{ code: number | null, signal: string | null, failure?: string }} Exit `failure` says why the program could
 *   not be run, or its record not be written.
 */
/**
 * @typedef {object} GuardedProcess
 * @property {Promise<Exit>} exited - settles when the program has ended for any reason; never rejects.
 * @property {(graceMs?: number) => Promise<Exit>} stop - sends SIGTERM to the program's process group, and after the
 *   grace period SIGKILL to the program and everything it has started.
 */
/**
 * @typedef {object} GuardedOptions
 * @property {string} command
 * @property {string[]} args
 * @property {import('./environment.js').Environment} env - the complete environment.
 * @property {string} cwd
 * @property {(line: string) => void} [onLine] - receives the output line by line; by default this process prints it.
 * @property {string} [recordFile] - file for the identities of program and watchdog while they run. With it, Linux also
 *   kills the program when its watchdog is killed.
 */

const STOP_GRACE_MS = 5000;
/** Output can still be in the pipe when the program has ended, or held open by another process. */
const OUTPUT_GRACE_MS = 500;
/** How much longer than the grace period a stop may take before the watchdog itself is killed. */
const WATCHDOG_GRACE_MS = 2000;
const WATCHDOG = fileURLToPath(new URL('./watchdog.js', import.meta.url));

/**
 * Runs a program under a watchdog, so that it and everything it starts end with this process, however this process ends.
 *
 * @param {GuardedOptions} options
 * @returns {GuardedProcess}
 */
export function startGuarded({ command, args, env, cwd, onLine, recordFile }) {
  const output = onLine === undefined ? 'inherit' : 'pipe';
  const watchdog = spawn(process.execPath, [WATCHDOG, JSON.stringify({ command, args, cwd, recordFile })], {
    env: /** @type {NodeJS.ProcessEnv} */ (env),
    stdio: ['ignore', output, output, 'ipc'],
    detached: true,
  });
  /** @type {import('./processes.js').ProcessIdentity | null} */
  let program = null;
  /** @type {Exit | undefined} */
  let reported;

  if (onLine !== undefined) {
    for (const stream of [watchdog.stdout, watchdog.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', onLine);
    }
  }
  watchdog.on('message', (/** @type {{ pid?: number, failed?: string, exit?: Exit }} */ message) => {
    if (message.pid !== undefined) program = identifyProcess(message.pid);
    if (message.failed !== undefined) reported = { code: null, signal: null, failure: message.failed };
    if (message.exit !== undefined) reported = message.exit;
  });

  /** @type {Promise<Exit>} */
  const exited = new Promise((resolve) => {
    watchdog.once('error', (error) => resolve({ code: null, signal: null, failure: error.message }));
    watchdog.once('exit', (code, signal) => {
      // Without a report the watchdog itself was killed; the program must not outlive it.
      if (reported === undefined && program !== null && isRunning(program)) killTree(program.pid);
      const report = () => {
        clearTimeout(timer);
        resolve(reported ?? { code, signal });
      };
      const timer = setTimeout(report, OUTPUT_GRACE_MS);
      watchdog.once('close', report);
    });
  });

  return {
    exited,
    async stop(graceMs = STOP_GRACE_MS) {
      if (watchdog.connected) watchdog.send({ stop: { graceMs } }, () => {});
      const timer = setTimeout(() => watchdog.kill('SIGKILL'), graceMs + WATCHDOG_GRACE_MS);
      const exit = await exited;
      clearTimeout(timer);
      return exit;
    },
  };
}

/** @param {number} pid */
function killTree(pid) {
  const tree = listProcessTree(pid);
  sendSignal(-pid, 'SIGKILL');
  for (const member of tree) sendSignal(member, 'SIGKILL');
}
