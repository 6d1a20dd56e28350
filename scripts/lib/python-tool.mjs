import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureCacheDir, waitForLock } from './database-package.mjs';
import { CommandError } from './errors.mjs';
import { createTail } from './install.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */

const PYTHON_NAMES = [
  'python3',
  'python3.14',
  'python3.13',
  'python3.12',
  'python3.11',
  'python3.10',
  'python',
];
/** Empty counts as not set: packages of the person's own must not get between. */
const ISOLATED_PYTHON_ENV = { PYTHONHOME: '', PYTHONPATH: '' };

/**
 * A program from PyPI, in a virtual environment of its own in the user's cache folder; installed once for a version.
 *
 * @param {Context} context
 * @param {{ name: string, version: string, oldestMinor: number }} tool - needs Python 3.`oldestMinor` at least.
 * @returns {Promise<string>} the folder of its programs.
 * @throws {CommandError} when it cannot be had.
 */
export async function installPythonTool(context, { name, version, oldestMinor }) {
  const { env, progress, session } = context;
  const folder = join(ensureCacheDir(env), `${name}-${version}`);
  // Written last: without it the folder is half an installation.
  const markerFile = join(folder, 'installed');
  const isInstalled = () => existsSync(markerFile) && existsSync(join(folder, 'bin', 'python'));
  if (isInstalled()) return join(folder, 'bin');

  const { release } = await waitForLock(`${folder}.lock`, {
    onWait: ({ pid }) => progress.line(`Process ${pid} is installing ${name}; waiting for it…`),
    signal: session.signal,
  });
  const removeCleanup = session.defer(release);
  const step = progress.step(`Installing ${name} ${version} (once)`);
  try {
    if (isInstalled()) return join(folder, 'bin');
    rmSync(folder, { recursive: true, force: true });
    const python = await findPython(context, oldestMinor);
    await runPython(context, python, ['-m', 'venv', folder], 'On Debian: apt-get install python3-venv.');
    const pip = [
      '-m',
      'pip',
      'install',
      '--disable-pip-version-check',
      '--no-input',
      '--only-binary',
      ':all:',
    ];
    await runPython(
      context,
      join(folder, 'bin', 'python'),
      [...pip, `${name}==${version}`],
      'Is this machine online?',
    );
    writeFileSync(markerFile, version);
    step.done(`${name} ${version} is installed`);
    return join(folder, 'bin');
  } catch (error) {
    step.fail();
    throw error;
  } finally {
    removeCleanup();
    release();
  }
}

/**
 * @param {Context} context
 * @param {number} oldestMinor
 * @returns {Promise<string>}
 */
async function findPython({ env, session }, oldestMinor) {
  for (const command of PYTHON_NAMES) {
    let minor = -1;
    const { code } = await session.run({
      command,
      args: ['-c', 'import sys; print("python", *sys.version_info[:2])'],
      env,
      onLine(line) {
        minor = Number(/^python 3 (\d+)$/.exec(line)?.[1] ?? minor);
      },
    });
    if (code === 0 && minor >= oldestMinor) return command;
  }
  throw new CommandError(`This needs Python 3.${oldestMinor} or newer on PATH, and there is none.`);
}

/**
 * @param {Context} context
 * @param {string} command
 * @param {string[]} args
 * @param {string} hint - what may help when it fails.
 */
async function runPython({ env, session }, command, args, hint) {
  const tail = createTail();
  const pythonEnv = { ...env, ...ISOLATED_PYTHON_ENV };
  const { code, failure } = await session.run({ command, args, env: pythonEnv, onLine: tail.add });
  if (code !== 0) throw new CommandError(`${failure ?? tail.text()}\n${hint}`);
}
