import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** Folders whose subfolders are workspace packages. */
const GROUP_FOLDERS = ['apps', 'packages'];
/** Folders that are workspace packages themselves. */
const SINGLE_FOLDERS = ['scripts'];
const INSTALL_INPUTS = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc'];

/** @returns {string[]} the folders of all workspace packages, relative to the repository; the root (`.`) is first. */
function listPackageFolders() {
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
export function readPinnedPnpm() {
  return String(readManifest('.').packageManager)
    .replace(/^pnpm@/, '')
    .replace(/\+.*$/, '');
}

/** @returns {string} a hash that changes whenever `pnpm install` might have something to do. */
export function computeInstallFingerprint() {
  const hash = createHash('sha256');
  const { node, modules } = process.versions;
  hash.update(`${process.platform} ${process.arch} ${node} ${modules}`);
  const inputs = [...INSTALL_INPUTS, ...listPackageFolders().map((folder) => join(folder, 'package.json'))];
  for (const input of inputs) {
    const path = join(ROOT, input);
    if (existsSync(path)) hash.update(`\0${input}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** @returns {boolean} whether every package with dependencies has a node_modules folder. */
export function hasAllModules() {
  return listPackageFolders().every((folder) => {
    const { dependencies, devDependencies } = readManifest(folder);
    return (!dependencies && !devDependencies) || existsSync(join(ROOT, folder, 'node_modules'));
  });
}
