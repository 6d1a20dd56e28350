import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * One package as it is locked.
 *
 * @typedef {object} Locked
 * @property {string} key - `name@version`.
 * @property {string} integrity - empty where there is none.
 * @property {boolean} isFromElsewhere - not from a registry: a git address, a file, a link.
 * @property {string} deprecated - what its author says; empty when it is not.
 */

/**
 * Reads the `packages` of pnpm's lockfile.
 *
 * @param {string} [lockfile]
 * @returns {Locked[]}
 */
export function readLocked(lockfile = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')) {
  // Of the last document: the first one is of pnpm itself, where it is there.
  const [, packages = ''] =
    /^packages:\n([\s\S]*?)^snapshots:$/m.exec(lockfile.split(/^---$/m).at(-1) ?? '') ?? [];
  return packages
    .split(/\n(?= {2}\S)/)
    .filter((entry) => /^ {2}\S/.test(entry))
    .map((entry) => ({
      key: /^ {2}'?([^\s']+)'?:/.exec(entry)?.[1] ?? '',
      integrity: /integrity: ([\w+/=-]+)/.exec(entry)?.[1] ?? '',
      isFromElsewhere: /\b(tarball|repo|directory|type): /.test(/resolution: \{.*\}/.exec(entry)?.[0] ?? ''),
      deprecated: /^ {4}deprecated: (.*)$/m.exec(entry)?.[1] ?? '',
    }));
}
