/**
 * Runs one program for as long as the process that started this watchdog lives. A process of its own, because that
 * one may be killed with -9, and then nobody else would end the program.
 *
 * `node watchdog.mjs '{"command","args","cwd"}'` with an IPC channel; the program gets the watchdog's environment and
 * output. In: `{stop: {signal, graceMs}}`; the end of the channel, which a killed parent brings, stops as well.
 * Out: `{pid}`, `{failed}` when it cannot be run, last `{exit: {code, signal}}`.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { listProcessTree, sendSignal } from './processes.mjs';

/** For whom nobody waits any more: everything has to be gone 5 s after the parent was killed. */
const ORPHAN_GRACE_MS = 2000;
const POLL_MS = 50;
/** What is left of the program's own children gets this long after it has ended. */
const REMAINING_GRACE_MS = 1000;

/** @type {{ command: string, args: string[], cwd: string }} */
const { command, args, cwd } = JSON.parse(process.argv[2] ?? '');

const child = spawn(command, args, {
  cwd,
  stdio: ['ignore', 'inherit', 'inherit'],
  // A group of its own: Ctrl-C passes it by, and the stop reaches everything in it.
  detached: true,
});

/** Everything that ran when the stop began; turbo and others put their children into groups of their own. */
/** @type {number[]} */
let tree = [];
let isStopping = false;

child.once('spawn', () => tell({ pid: child.pid }));
child.once('error', (error) => tell({ failed: error.message }, () => process.exit(1)));
child.once('exit', async (code, signal) => {
  await endRemaining();
  tell({ exit: { code, signal } }, () => process.exit(0));
});

process.on('message', (message) => {
  const { stop: request } = /** @type {{ stop: { signal: NodeJS.Signals, graceMs: number } }} */ (message);
  stop(request.signal, request.graceMs);
});
process.on('disconnect', () => stop('SIGTERM', ORPHAN_GRACE_MS));
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.on(signal, () => stop(signal, ORPHAN_GRACE_MS));
}

/**
 * A later order may only shorten what an earlier one left: the first signal was sent already.
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
 * @param {object} message
 * @param {() => void} [done]
 */
function tell(message, done = () => {}) {
  if (process.connected) process.send?.(message, done);
  else done();
}
