import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * Lists the files of the repository, with new ones that are not ignored.
 *
 * @param {string[]} patterns - as for `git ls-files`.
 * @returns {string[]} paths from the root of the repository.
 */
export function listFiles(...patterns) {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  // A file that was deleted and not committed yet is still listed.
  return listed.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)));
}
