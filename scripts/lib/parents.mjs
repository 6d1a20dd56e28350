import { basename } from 'node:path';
import { commandLineOf, parentOf } from './processes.mjs';

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
export function watchParents({ isNpmScript, onGone }) {
  const parent = process.ppid;
  const hasShell = isNpmScript && SHELLS.has(basename(commandLineOf(parent)[0] ?? ''));
  const grandparent = hasShell ? parentOf(parent) : null;

  const timer = setInterval(() => {
    const isParentGone = process.ppid !== parent;
    const isGrandparentGone = hasShell && !isParentGone && parentOf(parent) !== grandparent;
    if (!isParentGone && !isGrandparentGone) return;
    clearInterval(timer);
    onGone(isParentGone && hasShell ? 'shell' : 'parent');
  }, POLL_MS);
  timer.unref();
}
