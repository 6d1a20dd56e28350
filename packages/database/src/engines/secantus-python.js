import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createChildEnvironment } from '../environment.js';
import { EngineUnavailableError } from '../errors.js';
import { findProgram, isExecutable } from '../find-program.js';
import { installOnce } from '../install-once.js';
import { runProgram } from '../run-program.js';
import { ServerStartError } from '../server-process.js';
import { startSecantus } from './secantus-server.js';

/** @typedef {import('../engine.js').InstallContext} InstallContext */
/** @typedef {import('../engine.js').Program} Program */
/** @typedef {import('../engine.js').ServerProcess} ServerProcess */

const VERSION = '0.7.0b3';
const REQUIREMENT = `SecantusDB==${VERSION}`;
const WAKE_INTERVAL_MS = 50;
/** Minor version of the oldest Python 3 that the package supports. */
const OLDEST_MINOR = 10;
const PYTHON_NAMES = [
  'python3',
  'python',
  'python3.14',
  'python3.13',
  'python3.12',
  'python3.11',
  'python3.10',
];
/** An empty value counts as unset. The user's own packages must not interfere. */
const ISOLATED_PYTHON_ENV = { PYTHONHOME: '', PYTHONPATH: '' };
/** Errors of a Python that cannot load the installed packages (any more). */
const BROKEN_INSTALL =
  /No module named|ModuleNotFoundError|ImportError|cannot open shared object|is missing or cannot be run/;

/**
 * SecantusDB's Python server, installed automatically into the cache folder.
 *
 * @type {import('../engine.js').Engine}
 */
export const secantusPython = {
  name: 'secantus-python',
  family: 'secantus',

  async find({ cacheDir }) {
    return findInstalled(installFolder(cacheDir));
  },

  async install(context) {
    return installUnlessReplaced(context, null);
  },

  async start(context, program, port) {
    const used = readInstallTime(installFolder(context.cacheDir));
    try {
      return withFastStop(await startSecantus(context, program, port), port);
    } catch (error) {
      // After an upgrade or removal of Python the installation looks complete but does not work.
      if (!(error instanceof ServerStartError) || !BROKEN_INSTALL.test(`${error.message}\n${error.output}`))
        throw error;
      context.onProgress('The installed SecantusDB server is broken; reinstalling…');
      const installed = await installUnlessReplaced(context, used);
      return withFastStop(await startSecantus(context, installed, port), port);
    }
  },
};

/**
 * Speeds up the stop: on SIGTERM this server waits up to 2 s for its accepting thread, which only a new connection wakes.
 *
 * @param {ServerProcess} server
 * @param {number} port
 * @returns {ServerProcess}
 */
function withFastStop(server, port) {
  return {
    ...server,
    async stop() {
      const wakeTimer = setInterval(
        () =>
          connect({ port, host: '127.0.0.1' })
            .on('error', () => {})
            .unref(),
        WAKE_INTERVAL_MS,
      );
      await server.stop();
      clearInterval(wakeTimer);
    },
  };
}

/**
 * Installs the server. Returns an installation that another process has completed in the meantime, and may already be
 * running.
 *
 * @param {InstallContext} context
 * @param {number | null} brokenSince - time of the existing installation if it is known to be broken.
 * @returns {Promise<Program>}
 */
function installUnlessReplaced(context, brokenSince) {
  const folder = installFolder(context.cacheDir);
  return installOnce(context, {
    lockFile: `${folder}.lock`,
    activity: 'installing the SecantusDB server',
    find: () => (readInstallTime(folder) === brokenSince ? null : findInstalled(folder)),
    install: () => installWithFirstPython(context, folder),
  });
}

/**
 * @param {InstallContext} context
 * @param {string} folder
 * @returns {Promise<Program>}
 */
async function installWithFirstPython(context, folder) {
  let failure = '';
  for await (const python of findPythons(context)) {
    context.onProgress('Installing the SecantusDB server (once, about 10 s)…');
    failure = await installWith(context, folder, python);
    const installed = failure === '' ? findInstalled(folder) : null;
    if (installed !== null) return installed;
    rmSync(folder, { recursive: true, force: true });
  }
  if (failure === '') throw new EngineUnavailableError(`no Python 3.${OLDEST_MINOR} or newer on PATH`);
  throw new EngineUnavailableError('the SecantusDB server could not be installed', failure);
}

/**
 * Installs into a virtual environment, or into a plain folder where Python lacks `venv`. The file that names the Python
 * is written last; a folder without it is an incomplete installation.
 *
 * @param {InstallContext} context
 * @param {string} folder
 * @param {string} python
 * @returns {Promise<string>} why the installation failed; empty on success.
 */
async function installWith({ env, signal }, folder, python) {
  const pipInstall = ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--retries', '2'];
  const pythonEnv = { ...createChildEnvironment(env), ...ISOLATED_PYTHON_ENV };
  /** @type {(command: string, args: string[]) => ReturnType<typeof runProgram>} */
  const run = (command, args) => runProgram({ command, args, env: pythonEnv, signal });

  rmSync(folder, { recursive: true, force: true });
  const venv = await run(python, ['-m', 'venv', folder]);
  const ownPython = join(folder, 'bin', 'python');
  if (venv.isSuccess) {
    const pip = await run(ownPython, [...pipInstall, '--only-binary', ':all:', REQUIREMENT]);
    if (!pip.isSuccess) return summarizePipError(pip.output);
  } else {
    rmSync(folder, { recursive: true, force: true });
    const target = ['--target', packagesFolder(folder)];
    const pip = await run(python, [...pipInstall, '--only-binary', ':all:', ...target, REQUIREMENT]);
    if (/No module named '?pip/.test(pip.output)) {
      return `${python} has neither venv nor pip (Debian: apt-get install python3-venv)`;
    }
    if (!pip.isSuccess) return summarizePipError(pip.output);
  }
  writeFileSync(markerFile(folder), venv.isSuccess ? ownPython : python);
  return '';
}

/**
 * @param {string} folder
 * @returns {Program | null}
 */
function findInstalled(folder) {
  if (!existsSync(markerFile(folder))) return null;
  const command = readFileSync(markerFile(folder), 'utf8');
  // That Python may have been removed since.
  if (!isExecutable(command)) return null;
  const packages = packagesFolder(folder);
  return {
    command,
    args: ['-m', 'secantus'],
    env: {
      ...ISOLATED_PYTHON_ENV,
      ...(existsSync(packages) && { PYTHONPATH: packages }),
      PYTHONUNBUFFERED: '1', // otherwise the line that reports readiness stays in a buffer
    },
  };
}

/**
 * @param {string} folder
 * @returns {number | null} when the installation was completed, in milliseconds; null when there is none.
 */
function readInstallTime(folder) {
  return statSync(markerFile(folder), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/**
 * Finds the Pythons on PATH that are new enough, each as the full path of the real program (not of a version manager's
 * shim, which may later run another one).
 *
 * @param {InstallContext} context
 * @returns {AsyncGenerator<string>}
 */
async function* findPythons({ env, signal }) {
  const seen = new Set();
  for (const name of PYTHON_NAMES) {
    const command = findProgram([name], env);
    if (command === null) continue;
    const script = 'import sys; print("python", sys.version_info[0], sys.version_info[1], sys.executable)';
    const args = ['-c', script];
    const { output } = await runProgram({ command, args, env: createChildEnvironment(env), signal });
    const [, major, minor, path] = /^python (\d+) (\d+) (.+)$/m.exec(output) ?? [];
    if (path === undefined || seen.has(path)) continue;
    seen.add(path);
    if (Number(major) === 3 && Number(minor) >= OLDEST_MINOR) yield path;
  }
}

/** @param {string} cacheDir */
function installFolder(cacheDir) {
  return join(cacheDir, `secantus-python-${VERSION}`);
}

/** @param {string} folder */
function packagesFolder(folder) {
  return join(folder, 'packages');
}

/** @param {string} folder */
function markerFile(folder) {
  return join(folder, 'installed-with');
}

/**
 * @param {string} output - of pip.
 * @returns {string} its first error, or its last line.
 */
function summarizePipError(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.find((line) => line.startsWith('ERROR:')) ??
    lines.at(-1) ??
    'pip ended without any output'
  ).trim();
}
