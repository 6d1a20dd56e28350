import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createChildEnvironment } from './environment.js';
import { EngineUnavailableError } from './errors.js';
import { findProgram, isExecutable } from './find-program.js';
import { installOnce } from './install-once.js';
import { runProgram } from './run-program.js';

/** @typedef {import('./engine.js').InstallContext} InstallContext */

const CRATE = 'secantus-mdb';
const VERSION = '0.5.3-beta.196';
const PROGRAM = 'secantusd-rs';
const PROGRESS_INTERVAL_MS = 2000;

/** Full optimization takes several times as long to build and gains little under the load of a trial. */
const BUILD_PROFILE = {
  CARGO_PROFILE_RELEASE_LTO: 'off',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
  CARGO_PROFILE_RELEASE_OPT_LEVEL: '2',
};

/** Only where it has been tried: WiredTiger's files depend on the system and the processor. */
const WIREDTIGER_SETTINGS =
  process.platform === 'linux' && process.arch === 'x64'
    ? { CMAKE_TOOLCHAIN_FILE: fileURLToPath(new URL('wiredtiger.cmake', import.meta.url)) }
    : {};

/** Programs that the build needs, and the packages that contain them. */
const TOOLS = [
  { names: ['cargo'], problem: 'no cargo', remedy: 'Rust (https://rustup.rs)' },
  {
    names: ['cmake'],
    problem: 'no cmake',
    remedy: 'cmake (Debian: apt-get install cmake; macOS: brew install cmake)',
  },
  {
    names: ['cc', 'gcc', 'clang'],
    problem: 'no C compiler',
    remedy: 'a C compiler (Debian: apt-get install build-essential; macOS: xcode-select --install)',
  },
];

/**
 * @param {string} cacheDir
 * @returns {string | null} full path of the server, if the pinned version has been built.
 */
export function findBuiltNative(cacheDir) {
  const program = join(getBuildFolder(cacheDir), 'bin', PROGRAM);
  return isExecutable(program) ? program : null;
}

/**
 * Builds SecantusDB's native server from its crate into the cache folder, once; about 3 minutes on two cores.
 * Concurrent builds wait for each other.
 *
 * @param {InstallContext} context
 * @returns {Promise<string>} full path of the server.
 * @throws {EngineUnavailableError} when a tool is missing or the build fails.
 */
export async function buildNative(context) {
  const { cacheDir, env } = context;
  const built = findBuiltNative(cacheDir);
  if (built !== null) return built;

  const cargo = requireTools(env);
  return installOnce(context, {
    lockFile: `${getBuildFolder(cacheDir)}.lock`,
    activity: 'building the SecantusDB server',
    find: () => findBuiltNative(cacheDir),
    install: () => build(context, cargo),
  });
}

/**
 * @param {InstallContext} context
 * @param {string} cargo
 * @returns {Promise<string>}
 */
async function build({ cacheDir, env, onProgress, signal }, cargo) {
  const folder = getBuildFolder(cacheDir);
  const unfinished = `${folder}.unfinished`;
  // An interrupted build leaves it behind, and the next one continues from there.
  const intermediate = `${folder}.target`;
  onProgress('Building the SecantusDB server from its source (once, about 3 min)…');
  rmSync(unfinished, { recursive: true, force: true });

  const progress = showCargoProgress(onProgress);
  const { isSuccess, output } = await runProgram({
    command: cargo,
    args: [
      ...['install', CRATE, '--version', VERSION, '--locked', '--ignore-rust-version'],
      ...['--root', unfinished, '--target-dir', intermediate],
    ],
    env: {
      ...createChildEnvironment(env),
      ...BUILD_PROFILE,
      ...WIREDTIGER_SETTINGS,
      CARGO_TERM_COLOR: 'never',
      // The number of crates is only available from the progress bar.
      CARGO_TERM_PROGRESS_WHEN: 'always',
      CARGO_TERM_PROGRESS_WIDTH: '80',
    },
    signal,
    onLine: progress.read,
  }).finally(progress.stop);
  if (!isSuccess || !isExecutable(join(unfinished, 'bin', PROGRAM))) {
    throw new EngineUnavailableError('the native build failed', summarizeCargoError(output));
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  rmSync(intermediate, { recursive: true, force: true });
  return join(folder, 'bin', PROGRAM);
}

/** @param {string} cacheDir */
function getBuildFolder(cacheDir) {
  return join(cacheDir, `secantus-native-${VERSION}`);
}

/**
 * @param {import('./environment.js').Environment} env
 * @returns {string} full path of cargo.
 */
function requireTools(env) {
  const missing = TOOLS.filter(({ names }) => findProgram(names, env) === null);
  const cargo = findProgram(['cargo'], env);
  if (missing.length === 0 && cargo !== null) return cargo;
  throw new EngineUnavailableError(
    'it cannot be built on this machine',
    `${missing.map(({ problem }) => problem).join(', ')}; install ${missing.map(({ remedy }) => remedy).join(', ')}`,
  );
}

/**
 * Turns cargo's progress bar (`Building [==> ] 120/345: crates`) into a line every two seconds, even during a long crate.
 *
 * @param {(text: string) => void} onProgress
 * @returns {{ read: (line: string) => void, stop: () => void }}
 */
function showCargoProgress(onProgress) {
  const startedAt = Date.now();
  let crates = '';
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    onProgress(`Building the SecantusDB server: ${crates}${seconds} s…`);
  }, PROGRESS_INTERVAL_MS);
  return {
    read(line) {
      const [, done, all] = /\]\s+(\d+)\/(\d+)/.exec(line) ?? [];
      if (done !== undefined) crates = `${done} of ${all} crates, `;
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * @param {string} output
 * @returns {string} cargo's own first error, or its last line.
 */
function summarizeCargoError(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/\]\s+\d+\/\d+/.test(line));
  return (
    lines.find((line) => line.startsWith('error')) ??
    lines.at(-1) ??
    'cargo ended without any output'
  ).trim();
}
