import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * The parent of a process, or null when no such process runs.
 *
 * @param {number} pid
 * @returns {number | null}
 */
export function getParentPid(pid) {
  try {
    if (process.platform !== 'linux') return Number(ps(['-o', 'ppid=', '-p', String(pid)])) || null;
    return readStat(pid).parent;
  } catch {
    return null;
  }
}

/**
 * The command line of a process, split at its blanks; empty when no such process runs.
 *
 * @param {number} pid
 * @returns {string[]}
 */
export function readCommandLine(pid) {
  try {
    if (process.platform !== 'linux') return ps(['-o', 'command=', '-p', String(pid)]).split(/\s+/);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/**
 * A process and all that it started, directly or not, as far as their parents still live.
 *
 * @param {number} pid
 * @returns {number[]}
 */
export function listProcessTree(pid) {
  const all = process.platform === 'linux' ? listFromProc() : listFromPs();
  const tree = [pid];
  // The list grows while it is walked.
  for (const member of tree) {
    tree.push(...all.filter(({ parent }) => parent === member).map((each) => each.pid));
  }
  return tree;
}

/**
 * @param {number} target - a process, or, negative, a process group.
 * @param {NodeJS.Signals | 0} signal - 0 only asks.
 * @returns {boolean} false when it is gone.
 */
export function sendSignal(target, signal) {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

/**
 * @param {number} pid
 * @returns {{ parent: number }}
 */
function readStat(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the command's name in brackets and may hold blanks and brackets itself.
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(parent) };
}

/** @returns {{ pid: number, parent: number }[]} */
function listFromProc() {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.flatMap((pid) => {
    const parent = getParentPid(pid);
    return parent === null ? [] : [{ pid, parent }];
  });
}

/** @returns {{ pid: number, parent: number }[]} */
function listFromPs() {
  const lines = ps(['-A', '-o', 'pid=,ppid=']).split('\n');
  return lines.map((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return { pid: pid ?? 0, parent: parent ?? 0 };
  });
}

/** @param {string[]} args */
function ps(args) {
  return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
