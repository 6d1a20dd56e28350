import { basename } from 'node:path';
import { getParentPid, readCommandLine } from './database-package.mjs';

const POLL_MS = 500;
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'busybox']);

/**
 * Detects the end of the process that started this one. npm runs its scripts in a shell, which survives when npm is
 * killed, so npm is watched as well. An exit shows as a changed parent id; the new parent need not be process 1.
 *
 * @param {object} options
 * @param {boolean} options.isNpmScript - whether npm started this process.
 * @param {(which: 'starter' | 'shell') => void} options.onExit - called once. `starter` is the process that started
 *   this one: npm, or the parent process when npm was not used. `shell` is the shell between npm and this process; it
 *   ends when npm receives a signal.
 */
export function watchParents({ isNpmScript, onExit }) {
  const parent = process.ppid;
  const hasShell = isNpmScript && SHELLS.has(basename(readCommandLine(parent)[0] ?? ''));
  const grandparent = hasShell ? getParentPid(parent) : null;

  const timer = setInterval(() => {
    const hasParentExited = process.ppid !== parent;
    const hasGrandparentExited = hasShell && !hasParentExited && getParentPid(parent) !== grandparent;
    if (!hasParentExited && !hasGrandparentExited) return;
    clearInterval(timer);
    onExit(hasParentExited && hasShell ? 'shell' : 'starter');
  }, POLL_MS);
  timer.unref();
}
