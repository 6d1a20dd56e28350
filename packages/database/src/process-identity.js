import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process id is used again after a while, so a recorded one means something only with the time the process began.
 *
 * @typedef {{ pid: number, startedAt: string }} ProcessIdentity
 */

/**
 * When the process began, as a text that is only ever compared, or null when no such process runs.
 *
 * @param {number} pid
 * @returns {string | null}
 */
export function processStartTime(pid) {
  return process.platform === 'linux' ? linuxStartTime(pid) : psStartTime(pid);
}

/**
 * @param {number} pid
 * @returns {ProcessIdentity | null} null when no such process runs.
 */
export function identifyProcess(pid) {
  const startedAt = processStartTime(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/**
 * @param {ProcessIdentity} identity
 * @returns {boolean} whether that very process still runs.
 */
export function isRunning({ pid, startedAt }) {
  return processStartTime(pid) === startedAt;
}

/**
 * Reads what was once written as JSON; anything else than an identity gives null.
 *
 * @param {unknown} value
 * @returns {ProcessIdentity | null}
 */
export function parseIdentity(value) {
  if (typeof value !== 'object' || value === null) return null;
  if (!('pid' in value) || typeof value.pid !== 'number') return null;
  if (!('startedAt' in value) || typeof value.startedAt !== 'string') return null;
  return { pid: value.pid, startedAt: value.startedAt };
}

/**
 * @param {number} pid
 * @returns {string | null}
 */
function linuxStartTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command's name in brackets and may hold spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    // A zombie is dead already and only waits for its parent.
    if (state === 'Z' || state === 'X') return null;
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
function psStartTime(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' },
  });
  const [, state, startedAt] = /^\s*(\S+)\s+(.+?)\s*$/.exec(stdout ?? '') ?? [];
  return startedAt === undefined || state?.startsWith('Z') ? null : startedAt;
}
