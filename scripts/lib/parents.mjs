import { basename } from 'node:path';
import { getParentPid, readCommandLine } from './processes.mjs';

const POLL_MS = 500;
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'busybox']);

/**
 * Tells when the process that started this one is gone. npm puts a shell between itself and its script, which lives
 * on when npm is killed, so npm is watched as well. Gone is a parent that changed: the new one need not be 1.
 *
 * @param {object} options
 * @param {boolean} options.isNpmScript - whether npm started this process.
 * @param {(who: 'shell' | 'parent') => void} options.onGone - called once. `shell`: the one that npm puts between,
 *   which is how a signal sent to npm arrives here.
 */
export function watchParents({ isNpmScript, onGone: onExit }) {
  const parent = process.ppid;
  const hasShell = isNpmScript && SHELLS.has(basename(readCommandLine(parent)[0] ?? ''));
  const grandparent = hasShell ? getParentPid(parent) : null;

  const timer = setInterval(() => {
    const hasParentExited = process.ppid !== parent;
    const hasGrandparentExited = hasShell && !hasParentExited && getParentPid(parent) !== grandparent;
    if (!hasParentExited && !hasGrandparentExited) return;
    clearInterval(timer);
    onExit(hasParentExited && hasShell ? 'shell' : 'parent');
  }, POLL_MS);
  timer.unref();
}
