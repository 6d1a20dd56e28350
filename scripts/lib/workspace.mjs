import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** Folders of workspace packages, and folders whose subfolders are. */
const GROUP_FOLDERS = ['apps', 'packages'];
const SINGLE_FOLDERS = ['scripts'];
const INSTALL_INPUTS = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc'];

/** @returns {string[]} the folders of all workspace packages, relative to the repository, the root (`.`) first. */
function packageFolders() {
  const grouped = GROUP_FOLDERS.flatMap((group) =>
    readdirSync(join(ROOT, group)).map((name) => join(group, name)),
  );
  return ['.', ...SINGLE_FOLDERS, ...grouped].filter((folder) =>
    existsSync(join(ROOT, folder, 'package.json')),
  );
}

/**
 * @param {string} folder - relative to the repository.
 * @returns {Record<string, any>} its package.json.
 */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
}

/** @returns {string} the pnpm version that package.json pins. */
export function pinnedPnpm() {
  return String(readManifest('.').packageManager)
    .replace(/^pnpm@/, '')
    .replace(/\+.*$/, '');
}

/** @returns {string} changes when what `pnpm install` would do may have changed. */
export function installFingerprint() {
  const hash = createHash('sha256');
  const { node, modules } = process.versions;
  hash.update(`${process.platform} ${process.arch} ${node} ${modules}`);
  const inputs = [...INSTALL_INPUTS, ...packageFolders().map((folder) => join(folder, 'package.json'))];
  for (const input of inputs) {
    const path = join(ROOT, input);
    if (existsSync(path)) hash.update(`\0${input}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** @returns {boolean} whether every package that has dependencies has them installed. */
export function hasAllModules() {
  return packageFolders().every((folder) => {
    const { dependencies, devDependencies } = readManifest(folder);
    return (!dependencies && !devDependencies) || existsSync(join(ROOT, folder, 'node_modules'));
  });
}
