import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Where a build writes: on the same disk as the built app, in its folder of files that the server never sends. */
const NEXT = '.vite/next';
/** Names the assets of the last builds, the newest first. */
const BUILDS = '.vite/builds.json';
/** Folder of the files with a hash in their name. */
const ASSETS = 'assets/';
/**
 * Number of builds whose assets stay, including the newest. More than two, because the app may be built several times
 * without a restart.
 */
export const STORED_BUILDS = 4;

/**
 * Replaces the built app only when the next one is complete, and keeps the assets of the last builds.
 *
 * A running server has read the pages of its build when it started, and reads their assets when they are requested.
 * After a restart, the pages that are still open load assets of the earlier build. Each file is renamed into place, so
 * that none is ever sent in part. A build that fails changes nothing.
 */
export function publishBuild(): Plugin {
  let folder = '';
  let next = '';
  return {
    name: 'publish-build',
    apply: 'build',
    config({ build }) {
      folder = build?.outDir ?? 'dist';
      return { build: { outDir: path.join(folder, NEXT) } };
    },
    configResolved({ root, build }) {
      folder = path.resolve(root, folder);
      next = path.resolve(root, build.outDir);
    },
    writeBundle: {
      // After the plugins that add files to the build.
      order: 'post',
      sequential: true,
      handler: () => publish(next, folder),
    },
  };
}

async function publish(next: string, folder: string): Promise<void> {
  const files = await listFiles(next);
  const present = (await listFiles(folder)).filter((file) => !file.startsWith(`${NEXT}/`));
  const builds = listBuilds(files.filter(isAsset), present.filter(isAsset), await readBuilds(folder));
  await mkdir(path.join(next, path.dirname(BUILDS)), { recursive: true });
  await writeFile(path.join(next, BUILDS), JSON.stringify(builds));

  // The assets first: a server that starts now may already read the new pages.
  const inOrder = [...files.filter(isAsset), ...files.filter((file) => !isAsset(file)), BUILDS];
  for (const file of inOrder) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await rename(path.join(next, file), path.join(folder, file));
  }
  const stored = new Set([...inOrder, ...builds.flat()]);
  for (const file of present) if (!stored.has(file)) await rm(path.join(folder, file), { force: true });
  await rm(next, { recursive: true });
}

/**
 * Lists the assets of the builds to keep. Those of no known build belong to one that is more recent than the others:
 * turbo has restored an older build with its list.
 */
function listBuilds(
  assets: readonly string[],
  present: readonly string[],
  earlier: readonly (readonly string[])[],
): (readonly string[])[] {
  const known = new Set([...assets, ...earlier.flat()]);
  const unknown = present.filter((file) => !known.has(file));
  const isOther = (build: readonly string[]) => build.length > 0 && build.join() !== assets.join();
  return [assets, ...[unknown, ...earlier].filter(isOther)].slice(0, STORED_BUILDS);
}

async function readBuilds(folder: string): Promise<string[][]> {
  try {
    return JSON.parse(await readFile(path.join(folder, BUILDS), 'utf8'));
  } catch {
    // It is missing, or damaged by an interrupted restore of turbo.
    return [];
  }
}

const isAsset = (file: string) => file.startsWith(ASSETS);

/** Lists the paths of all files relative to the folder, sorted. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}
