import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getErrorCode, waitForLock } from './database-package.mjs';
import { withPath } from './environment.mjs';
import { CommandError } from './errors.mjs';
import { ROOT } from './paths.mjs';
import { runStep } from './run-step.mjs';
import { computeInstallFingerprint, hasAllModules, readPinnedPnpm } from './workspace.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */
/** @typedef {{ fingerprint: string, pnpmDir: string }} Stamp */

const STAMP = join(ROOT, 'node_modules', '.safarnama-install.json');

/**
 * Gets the pinned pnpm and installs all packages from the lockfile, unless they are already installed. Concurrent
 * commands wait for each other.
 *
 * @param {Context} context
 * @returns {Promise<Context>} with pnpm on PATH.
 * @throws {CommandError} when the installation fails.
 */
export async function withPackages(context) {
  const installed = readStamp();
  if (installed !== null) return withPnpm(context, installed.pnpmDir);

  const release = await lockWorkspace(context);
  try {
    const installedByOther = readStamp();
    if (installedByOther !== null) return withPnpm(context, installedByOther.pnpmDir);
    const pnpmDir = await installPnpm(context);
    // An interrupted installation may leave packages of two versions.
    rmSync(STAMP, { force: true });
    const pnpmContext = withPnpm(context, pnpmDir);
    await runPnpmInstall(pnpmContext);
    /** @type {Stamp} */
    const stamp = { fingerprint: computeInstallFingerprint(), pnpmDir };
    writeFileSync(STAMP, JSON.stringify(stamp));
    return pnpmContext;
  } finally {
    release();
  }
}

/**
 * @param {Context} context
 * @param {string} pnpmDir
 * @returns {Context} with pnpm on PATH.
 */
function withPnpm(context, pnpmDir) {
  return { ...context, env: withPath(context.env, pnpmDir) };
}

/**
 * Prevents other commands from installing or building in this folder.
 *
 * @param {Context} context
 * @returns {Promise<() => void>} a function that releases the lock.
 * @throws {CommandError} when this account cannot write to the folder.
 */
export async function lockWorkspace({ progress, session }) {
  const folder = dirname(STAMP);
  const { release } = await acquire().catch((error) => {
    const code = getErrorCode(error);
    if (code !== 'EACCES' && code !== 'EROFS') throw error;
    throw new CommandError(
      `This account cannot write to ${folder} (${code}): run the command as the owner of the folder.`,
    );
  });
  const removeCleanup = session.defer(release);
  return () => {
    removeCleanup();
    release();
  };

  async function acquire() {
    mkdirSync(folder, { recursive: true });
    return waitForLock(join(folder, '.safarnama-lock'), {
      onWait: ({ pid }) => progress.line(`Process ${pid} is installing or building here; waiting for it…`),
      signal: session.signal,
    });
  }
}

/** @returns {Stamp | null} null when an installation is needed. */
function readStamp() {
  try {
    /** @type {Stamp} */
    const stamp = JSON.parse(readFileSync(STAMP, 'utf8'));
    const isCurrent =
      stamp.fingerprint === computeInstallFingerprint() &&
      existsSync(join(stamp.pnpmDir, 'pnpm')) &&
      hasAllModules();
    return isCurrent ? stamp : null;
  } catch {
    return null;
  }
}

/**
 * Gets pnpm through npx, which caches it: once the exact version is cached, no registry is needed.
 *
 * @param {Context} context
 * @returns {Promise<string>} the folder of the program.
 */
async function installPnpm(context) {
  const version = readPinnedPnpm();
  const hint = `pnpm ${version} could not be downloaded from the npm registry. Is this machine online?`;
  const output = await runStep(context, {
    title: `Getting pnpm ${version}`,
    hint,
    command: 'npx',
    args: ['--yes', '--package', `pnpm@${version}`, '--call', 'command -v pnpm'],
  });
  const path = output.split('\n').findLast((line) => line.startsWith('/') && line.endsWith('/pnpm'));
  if (path === undefined) throw new CommandError(`${output}\n${hint}`);
  return dirname(path);
}

/** @param {Context} context */
async function runPnpmInstall(context) {
  await runStep(
    // Otherwise pnpm asks for confirmation before it replaces a folder of another version.
    { ...context, env: { ...context.env, CI: 'true' } },
    {
      title: 'Installing packages',
      doneTitle: 'Packages installed',
      hint: 'The packages could not be installed.',
      command: 'pnpm',
      args: ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'],
      onLine(line, step) {
        const [, counts] = /Progress: (.*)/.exec(line) ?? [];
        if (counts !== undefined) step.update(counts);
      },
    },
  );
}
