import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ROOT } from './paths.mjs';
import { listProcessTree, sendSignal } from './processes.mjs';

/** @typedef {{ code: number | null, signal: string | null, failure?: string }} Exit */
/**
 * @typedef {object} Guarded
 * @property {Promise<Exit>} exited - never rejects; `failure` tells why it could not be run.
 * @property {(graceMs: number, signal?: NodeJS.Signals) => Promise<Exit>} stop - SIGTERM to it and its group, SIGKILL
 *   to it and all that it started after the grace.
 */
/**
 * @typedef {object} GuardedOptions
 * @property {string} command
 * @property {string[]} args
 * @property {import('./environment.mjs').Environment} env - its whole environment.
 * @property {string} [cwd] - the repository by default.
 * @property {(line: string) => void} [onLine] - takes its output, line by line; without it the output is ours.
 */

/** For output that is still in the pipe. */
const OUTPUT_GRACE_MS = 500;
const WATCHDOG = fileURLToPath(new URL('./watchdog.mjs', import.meta.url));

/**
 * Runs a program under a watchdog, so that it and all that it starts end with this process, however that ends.
 *
 * @param {GuardedOptions} options
 * @returns {Guarded}
 */
export function startGuarded({ command, args, env, cwd = ROOT, onLine }) {
  const output = onLine === undefined ? 'inherit' : 'pipe';
  // NODE_OPTIONS of a debugger are meant for the program alone, but it inherits what the watchdog has.
  const watchdog = spawn(process.execPath, [WATCHDOG, JSON.stringify({ command, args, cwd })], {
    env: /** @type {NodeJS.ProcessEnv} */ (env),
    stdio: ['ignore', output, output, 'ipc'],
    detached: true,
  });
  /** @type {number | undefined} */
  let pid;
  /** @type {Exit | undefined} */
  let reported;

  if (onLine !== undefined) {
    for (const stream of [watchdog.stdout, watchdog.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', onLine);
    }
  }
  watchdog.on('message', (/** @type {{ pid?: number, failed?: string, exit?: Exit }} */ message) => {
    if (message.pid !== undefined) pid = message.pid;
    if (message.failed !== undefined) reported = { code: null, signal: null, failure: message.failed };
    if (message.exit !== undefined) reported = message.exit;
  });

  /** @type {Promise<Exit>} */
  const exited = new Promise((resolve) => {
    watchdog.once('error', (error) => resolve({ code: null, signal: null, failure: error.message }));
    watchdog.once('exit', (code, signal) => {
      if (reported === undefined && pid !== undefined) killTree(pid); // the watchdog itself was killed
      const tell = () => resolve(reported ?? { code, signal });
      watchdog.once('close', tell);
      // Something that holds the output open must not hold us.
      setTimeout(tell, OUTPUT_GRACE_MS);
    });
  });

  return {
    exited,
    stop(graceMs, signal = 'SIGTERM') {
      if (watchdog.connected) watchdog.send({ stop: { signal, graceMs } }, () => {});
      return exited;
    },
  };
}

/** @param {number} pid */
function killTree(pid) {
  const tree = listProcessTree(pid);
  sendSignal(-pid, 'SIGKILL');
  for (const member of tree) sendSignal(member, 'SIGKILL');
}
