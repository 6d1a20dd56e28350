/**
 * Runs one program for as long as the process that started this watchdog is alive. It is a separate process because its
 * parent may be killed with -9 and then cannot clean up.
 *
 * `node watchdog.js '{"command","args","cwd","recordFile"}'`, started with an IPC channel. The program inherits the
 * watchdog's environment and output. Messages in: `{stop: {graceMs}}`; a closed channel (the parent was killed)
 * stops the program as well. Messages out: `{pid}`, `{failed}` when the program cannot be run, and finally
 * `{exit: {code, signal, failure}}`, where `failure` says why the watchdog stopped the program.
 */
import { spawn, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { getErrorMessage } from './errors.js';
import { identifyProcess, listProcessTree, sendSignal } from './processes.js';

/** A util-linux program that runs a program which the kernel kills together with its parent. */
const SETPRIV = 'setpriv';
/** The grace period after the parent was killed: everything must have ended within 5 s. */
const ORPHAN_GRACE_MS = 2000;
/** How long the program's remaining children may take to end after the program itself. */
const REMAINING_GRACE_MS = 1000;
const POLL_MS = 50;

/** @type {{ command: string, args: string[], cwd: string, recordFile?: string }} */
const { command, args, cwd, recordFile } = JSON.parse(process.argv[2] ?? '');

const [program, programArgs] = recordFile === undefined ? [command, args] : withParentDeathSignal();
const child = spawn(program, programArgs, {
  cwd,
  stdio: ['ignore', 'inherit', 'inherit'],
  // A process group of its own: Ctrl-C in a terminal does not reach it, and a stop reaches all of its members.
  detached: true,
});

/**
 * All processes that were running when the stop began: turbo and others put their children into separate groups.
 *
 * @type {number[]}
 */
let tree = [];
let isStopping = false;
/** @type {string | undefined} */
let failure;

child.once('spawn', () => {
  // First, so that the parent can kill the program if this process dies.
  send({ pid: child.pid });
  if (recordFile === undefined || child.pid === undefined) return;
  const record = { server: identifyProcess(child.pid), watchdog: identifyProcess(process.pid) };
  try {
    writeFileSync(recordFile, JSON.stringify(record));
  } catch (error) {
    // A full disk, for instance. Without the record, the next start could not stop a program that was left running.
    failure = getErrorMessage(error);
    stop('SIGTERM', ORPHAN_GRACE_MS);
  }
});
child.once('error', (error) => send({ failed: error.message }, () => process.exit(1)));
child.once('exit', async (code, signal) => {
  if (recordFile !== undefined) rmSync(recordFile, { force: true });
  await endRemaining();
  send({ exit: { code, signal, failure } }, () => process.exit(0));
});

process.on('message', (message) => {
  const { stop: request } = /** @type {{ stop: { graceMs: number } }} */ (message);
  stop('SIGTERM', request.graceMs);
});
process.on('disconnect', () => stop('SIGTERM', ORPHAN_GRACE_MS));
// The parent may have been killed while this module was loading, before it could listen for the event.
if (!process.connected) stop('SIGTERM', ORPHAN_GRACE_MS);
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.on(signal, () => stop(signal, ORPHAN_GRACE_MS));
}

/**
 * Sends the signal only on the first call; a later call can only shorten the grace period.
 *
 * @param {NodeJS.Signals} signal
 * @param {number} graceMs - until SIGKILL.
 */
function stop(signal, graceMs) {
  if (child.pid === undefined) return;
  if (!isStopping) {
    isStopping = true;
    tree = listProcessTree(child.pid);
    sendSignal(-child.pid, signal);
  }
  setTimeout(killAll, graceMs);
}

function killAll() {
  if (child.pid === undefined) return;
  const all = new Set([...tree, ...listProcessTree(child.pid)]);
  sendSignal(-child.pid, 'SIGKILL');
  for (const pid of all) sendSignal(pid, 'SIGKILL');
}

async function endRemaining() {
  const hasRemaining = () => isGroupRunning() || (isStopping && tree.some((pid) => sendSignal(pid, 0)));
  if (!hasRemaining()) return;
  if (child.pid !== undefined) sendSignal(-child.pid, 'SIGTERM');
  const deadline = Date.now() + REMAINING_GRACE_MS;
  while (hasRemaining() && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  if (hasRemaining()) killAll();
}

function isGroupRunning() {
  return child.pid !== undefined && sendSignal(-child.pid, 0);
}

/**
 * Lets Linux kill the program together with this watchdog. Where `setpriv` is missing, the parent kills the program of
 * a killed watchdog (see `startGuarded`); if the parent was killed too, the next start on the data folder does.
 *
 * @returns {[string, string[]]} the program and its arguments.
 */
function withParentDeathSignal() {
  const setprivArgs = ['--pdeathsig', 'KILL', '--'];
  const isUsable = process.platform === 'linux' && spawnSync(SETPRIV, [...setprivArgs, 'true']).status === 0;
  return isUsable ? [SETPRIV, [...setprivArgs, command, ...args]] : [command, args];
}

/**
 * @param {object} message
 * @param {() => void} [done]
 */
function send(message, done = () => {}) {
  if (process.connected) process.send?.(message, done);
  else done();
}
