import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Identifies a process even after it has ended. The system reuses process ids, so a stored id is only meaningful
 * together with the start time.
 *
 * @typedef {{ pid: number, startedAt: string }} ProcessIdentity
 */

/**
 * @param {number} pid
 * @returns {string | null} when the process started, in an opaque format for comparison only; null when no such process
 *   runs.
 */
export function readStartTime(pid) {
  return process.platform === 'linux' ? readLinuxStartTime(pid) : readPsStartTime(pid);
}

/**
 * @param {number} pid
 * @returns {ProcessIdentity | null} null when no such process runs.
 */
export function identifyProcess(pid) {
  const startedAt = readStartTime(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/**
 * @param {ProcessIdentity} identity
 * @returns {boolean} whether this process is still running, and its id has not been reused.
 */
export function isRunning({ pid, startedAt }) {
  return readStartTime(pid) === startedAt;
}

/**
 * @param {unknown} value - parsed JSON.
 * @returns {ProcessIdentity | null} null when the value is not an identity.
 */
export function parseIdentity(value) {
  if (typeof value !== 'object' || value === null) return null;
  if (!('pid' in value) || typeof value.pid !== 'number') return null;
  if (!('startedAt' in value) || typeof value.startedAt !== 'string') return null;
  return { pid: value.pid, startedAt: value.startedAt };
}

/**
 * @param {number} pid
 * @returns {number | null} null when no such process runs.
 */
export function getParentPid(pid) {
  try {
    if (process.platform !== 'linux') return Number(ps(['-o', 'ppid=', '-p', String(pid)])) || null;
    return Number(readStat(pid)[1]);
  } catch {
    return null;
  }
}

/**
 * @param {number} pid
 * @returns {string[]} the arguments of the command line, the program first; empty when no such process runs. Except on
 *   Linux, arguments that contain spaces are split.
 */
export function readCommandLine(pid) {
  try {
    if (process.platform !== 'linux') return ps(['-o', 'command=', '-p', String(pid)]).split(/\s+/);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** @returns {number[]} the ids of all running processes. */
export function listProcesses() {
  // Small container images have no `ps`.
  if (process.platform === 'linux') return readdirSync('/proc').map(Number).filter(Number.isInteger);
  return ps(['-A', '-o', 'pid=']).split('\n').map(Number);
}

/**
 * @param {number} pid
 * @returns {number[]} the process and its descendants, except descendants of a process that has already ended.
 */
export function listProcessTree(pid) {
  const parents = listParents();
  const tree = [pid];
  // The list grows while it is iterated.
  for (const member of tree) {
    for (const [child, parent] of parents) if (parent === member) tree.push(child);
  }
  return tree;
}

/**
 * @param {number} target - a process, or a negative number for a process group.
 * @param {NodeJS.Signals | 0} signal - 0 only checks for existence.
 * @returns {boolean} false when the target no longer exists.
 */
export function sendSignal(target, signal) {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

/** @returns {Map<number, number>} the parent id of each process. */
function listParents() {
  if (process.platform === 'linux') {
    return new Map(listProcesses().map((pid) => [pid, getParentPid(pid) ?? 0]));
  }
  const lines = ps(['-A', '-o', 'pid=,ppid=']).split('\n');
  return new Map(
    lines.map((line) => {
      const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
      return [pid, parent];
    }),
  );
}

/**
 * @param {number} pid
 * @returns {string[]} the fields of /proc/PID/stat from the third (the state) on.
 */
function readStat(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the command name in parentheses and may itself contain spaces and parentheses.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/**
 * @param {number} pid
 * @returns {string | null}
 */
function readLinuxStartTime(pid) {
  try {
    const fields = readStat(pid);
    // A zombie has ended and only waits for its parent to collect its exit code.
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    const ticksSinceBoot = fields[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticksSinceBoot}`;
  } catch {
    return null;
  }
}

/**
 * @param {number} pid
 * @returns {string | null}
 */
function readPsStartTime(pid) {
  try {
    const [, state, startedAt] =
      /^\s*(\S+)\s+(.+?)\s*$/.exec(ps(['-o', 'stat=,lstart=', '-p', String(pid)])) ?? [];
    return startedAt === undefined || state?.startsWith('Z') ? null : startedAt;
  } catch {
    return null;
  }
}

/** @param {string[]} args */
function ps(args) {
  return execFileSync('ps', args, {
    encoding: 'utf8',
    // Start times must not depend on the language and the time zone, which may change while a process runs.
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/bin:/usr/bin' },
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
