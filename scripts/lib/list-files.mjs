import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** Folders that git ignores; see `.gitignore`. */
const IGNORED_FOLDERS = new Set([
  '.data',
  '.git',
  '.mutation',
  '.turbo',
  'coverage',
  'dist',
  'node_modules',
  'playwright-report',
  'test-results',
]);

/**
 * Lists the files of the repository, including new files that are not ignored. Without git's data, as in a downloaded
 * ZIP, or when git cannot read them, it lists all files outside the ignored folders.
 *
 * @param {string[]} patterns - as for `git ls-files`.
 * @returns {string[]} paths from the root of the repository.
 */
export function listFiles(...patterns) {
  if (!existsSync(join(ROOT, '.git'))) return walkFolder(ROOT, patterns);
  let listed = '';
  try {
    listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    // Git is missing, or refuses a repository that belongs to another account.
    return walkFolder(ROOT, patterns);
  }
  // A file that was deleted and not committed yet is still listed.
  return listed.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)));
}

/**
 * @param {string} root
 * @param {string[]} patterns - as for `git ls-files`: `*` matches slashes too.
 * @returns {string[]} paths from the root, except those in ignored folders.
 */
export function walkFolder(root, patterns) {
  const matchers = patterns.map((pattern) => {
    const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`);
  });
  /** @param {string} folder @returns {string[]} */
  const walk = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : walk(path);
      return matchers.some((matcher) => matcher.test(path)) ? [path] : [];
    });
  return walk('').sort();
}
