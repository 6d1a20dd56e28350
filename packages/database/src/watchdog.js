/**
 * Runs one program for as long as its parent lives. A process of its own, because the parent may be killed.
 *
 * `node watchdog.js '{"command","args","cwd","recordFile"}'`, with the program's environment as its own.
 * In: the parent's end of stdin; `stop` or its end (which also a killed parent brings) ends the program: SIGTERM,
 * after STOP_GRACE_MS SIGKILL. Out, as lines of JSON: `{pid}`, `{line}` for each line that the program prints,
 * `{failed}` when it cannot be run, and last `{exit: {code, signal}}`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { identifyProcess } from './process-identity.js';

/** Runs a program that the system ends together with its parent (util-linux). */
const SETPRIV = 'setpriv';
const STOP_GRACE_MS = 5000;
/** What a dead program's own children may still hold its output open. */
const OUTPUT_GRACE_MS = 500;

/** @type {{ command: string, args: string[], cwd: string, recordFile: string | null }} */
const { command, args, cwd, recordFile } = JSON.parse(process.argv[2] ?? '');

// The parent that would have read it is gone.
process.stdout.on('error', () => {});

const [program, programArgs] = dyingWithItsParent(command, args);
const child = spawn(program, programArgs, {
  cwd,
  stdio: ['ignore', 'pipe', 'pipe'],
  // A group of its own, so that Ctrl-C in a terminal passes it by and its own children end with it.
  detached: true,
});

child.once('spawn', () => {
  const { pid } = child;
  if (pid === undefined) return;
  if (recordFile !== null) {
    const record = { server: identifyProcess(pid), watchdog: identifyProcess(process.pid) };
    writeFileSync(recordFile, JSON.stringify(record));
  }
  tell({ pid });
});
child.once('error', (error) => tell({ failed: error.message }, () => process.exit(1)));
for (const output of [child.stdout, child.stderr]) {
  createInterface({ input: output }).on('line', (line) => tell({ line }));
}
child.once('exit', (code, signal) => {
  if (recordFile !== null) rmSync(recordFile, { force: true });
  signalGroup('SIGKILL'); // whatever it has left behind
  const leave = () => tell({ exit: { code, signal } }, () => process.exit(0));
  child.once('close', leave);
  setTimeout(leave, OUTPUT_GRACE_MS);
});

let isStopping = false;
process.stdin.on('data', stop).on('end', stop).on('close', stop).on('error', stop);
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) process.on(signal, stop);

function stop() {
  if (isStopping) return;
  isStopping = true;
  signalGroup('SIGTERM');
  setTimeout(() => signalGroup('SIGKILL'), STOP_GRACE_MS);
}

/** @param {NodeJS.Signals} signal */
function signalGroup(signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It ended by itself in this moment.
  }
}

/**
 * Linux can end a program together with the process that started it. So this watchdog may be killed as well.
 * Where `setpriv` is missing the supervisor does it, and without a supervisor the next start.
 *
 * @param {string} command
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
function dyingWithItsParent(command, args) {
  const bound = ['--pdeathsig', 'KILL', '--'];
  const isUsable = process.platform === 'linux' && spawnSync(SETPRIV, [...bound, 'true']).status === 0;
  return isUsable ? [SETPRIV, [...bound, command, ...args]] : [command, args];
}

/**
 * @param {object} message
 * @param {() => void} [done]
 */
function tell(message, done = () => {}) {
  process.stdout.write(`${JSON.stringify(message)}\n`, done);
}
