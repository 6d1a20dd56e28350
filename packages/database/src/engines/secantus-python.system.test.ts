import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startDatabase } from '../start-database.js';
import { startParent } from '../testing/parent.js';
import { openStories, programs, start } from '../testing/running.js';
import {
  createBareMachine,
  createMachineEnvironment,
  findProcesses,
  makeTempDir,
  waitUntil,
  writeScript,
} from '../testing/sandbox.js';

const FORCE_PYTHON = { DATABASE_ENGINE: 'secantus-python' };
const INSTALLING = 'Installing the SecantusDB server (once, about 10 s)…';

/**
 * Creates a machine with a fake Python: a script with the given shell cases, whose `venv` and `pip` copy this machine's
 * installation instead of downloading it (the first test uses the real ones).
 */
function createMachineWithPython(cases = '') {
  const installed = programs.get('secantus-python');
  if (installed === undefined) throw new Error('no Python on this machine');
  const venv = dirname(dirname(installed.command));
  const env = { ...createBareMachine(['sh', 'cp', 'mkdir', 'rm', 'sleep']), ...FORCE_PYTHON };
  const python = writeScript(
    env.PATH,
    'python3',
    `case "$*" in
  ${cases}
  *sys.version_info*) echo "python 3 12 $0" ;;
  *"-m venv"*)
    cp -al '${venv}' "$3" 2>/dev/null || cp -a '${venv}' "$3"
    rm "$3/installed-with" ;; # the two must not share a file that is written to
  *"-m pip install"*--target*)
    for last; do target=$previous; previous=$last; done
    mkdir -p "\${target%/*}"
    cp -al '${venv}'/lib/python3*/site-packages "$target" 2>/dev/null || cp -a '${venv}'/lib/python3*/site-packages "$target" ;;
  *) exec '${realpathSync(installed.command)}' "$@" ;;
esac`,
  );
  const folder = join(env.XDG_CACHE_HOME, 'safarnama', venv.split('/').at(-1) ?? '');
  return { env, python, folder };
}

describe('secantus-python', () => {
  it('when killed during installation, then started by two processes: no installer remains, one installs, both start', async () => {
    const cache = makeTempDir();
    const env = createMachineEnvironment({ ...FORCE_PYTHON, XDG_CACHE_HOME: cache });
    const killed = startParent(makeTempDir(), env);
    await waitUntil('it installs', 10_000, () => killed.progress.includes(INSTALLING));
    await waitUntil('an installer runs', 10_000, () => findProcesses(cache).length > 0);
    killed.process.kill('SIGKILL');
    await waitUntil('its installer has ended', 5000, () => findProcesses(cache).length === 0);

    const parents = [1, 2].map(() => startParent(makeTempDir(), env));
    const outcomes = await Promise.all(parents.map((parent) => parent.outcome));

    expect(outcomes.map(({ engine }) => engine)).toEqual(['secantus-python', 'secantus-python']);
    const lines = parents.flatMap((parent) => parent.progress);
    expect(lines.filter((line) => line === INSTALLING)).toHaveLength(1);
    expect(
      lines.filter((line) => /^Process \d+ is installing the SecantusDB server; waiting/.test(line)),
    ).toHaveLength(1);
  });

  it('when the Python of the installation is missing: reinstalls', async () => {
    const { env, folder } = createMachineWithPython();
    const dataDir = makeTempDir();
    const first = await start({ dataDir, env });
    await (await openStories(first.uri)).insertOne({ _id: 1, title: 'Puri' });
    await first.stop();
    rmSync(join(folder, 'bin', 'python'));
    const lines: string[] = [];

    const second = await start({ dataDir, env, onProgress: (line) => lines.push(line) });

    expect(lines).toEqual([INSTALLING]);
    expect(await (await openStories(second.uri)).countDocuments()).toBe(1);
  });

  it('with a broken installation: detects it at the start and reinstalls', async () => {
    const { env, folder } = createMachineWithPython();
    const dataDir = makeTempDir();
    await (await start({ dataDir, env })).stop();
    writeScript(join(folder, 'bin'), 'broken', 'echo "No module named secantus" >&2; exit 1');
    writeFileSync(join(folder, 'installed-with'), join(folder, 'bin', 'broken'));
    const lines: string[] = [];

    const second = await start({ dataDir, env, onProgress: (line) => lines.push(line) });

    expect(lines).toEqual(['The installed SecantusDB server is broken; reinstalling…', INSTALLING]);
    expect(second.engine).toBe('secantus-python');
  });

  it('with a broken installation and two starts: one reinstalls, and the other uses its installation', async () => {
    const { env, folder } = createMachineWithPython();
    await (await start({ dataDir: makeTempDir(), env })).stop();
    // Both have failed before either reinstalls.
    writeScript(join(folder, 'bin'), 'broken', 'sleep 1; echo "No module named secantus" >&2; exit 1');
    writeFileSync(join(folder, 'installed-with'), join(folder, 'bin', 'broken'));
    const lines: string[] = [];

    const databases = await Promise.all(
      [1, 2].map(() => start({ dataDir: makeTempDir(), env, onProgress: (line) => lines.push(line) })),
    );

    expect(lines.filter((line) => line === INSTALLING)).toHaveLength(1);
    for (const { uri } of databases) expect(await (await openStories(uri)).countDocuments()).toBe(0);
  });

  it('with a Python without venv: installs into a plain folder', async () => {
    const { env, folder, python } = createMachineWithPython(
      '*"-m venv"*) echo "ensurepip is not available" >&2; exit 1 ;;',
    );

    const database = await start({ dataDir: makeTempDir(), env });

    expect(await (await openStories(database.uri)).countDocuments()).toBe(0);
    expect(readFileSync(join(folder, 'installed-with'), 'utf8')).toBe(python);
    expect(existsSync(join(folder, 'packages', 'secantus'))).toBe(true);
  });

  it.each([
    {
      circumstance: 'neither venv nor pip',
      cases: '*"-m venv"*) exit 1 ;; *"-m pip"*) echo "$0: No module named pip" >&2; exit 1 ;;',
      message:
        /could not be installed: .+python3 has neither venv nor pip \(Debian: apt-get install python3-venv\)/,
    },
    {
      circumstance: 'a failing download',
      cases:
        '*"-m venv"*) exit 1 ;; *"-m pip"*) echo "WARNING: Retrying"; echo "ERROR: Could not find a version"; exit 1 ;;',
      message: /could not be installed: ERROR: Could not find a version$/m,
    },
    {
      circumstance: 'a Python that is too old',
      cases: '*sys.version_info*) echo "python 3 9 $0" ;;',
      message: /secantus-python: no Python 3.10 or newer on PATH$/m,
    },
  ])('with $circumstance: reports it and leaves no incomplete installation', async ({ cases, message }) => {
    const { env, folder } = createMachineWithPython(cases);

    await expect(startDatabase({ dataDir: makeTempDir(), env })).rejects.toThrow(message);

    expect(existsSync(folder)).toBe(false);
  });

  it('without any Python: reports it', async () => {
    const env = { ...createBareMachine(), ...FORCE_PYTHON };

    await expect(startDatabase({ dataDir: makeTempDir(), env })).rejects.toThrow(
      '  - secantus-python: no Python 3.10 or newer on PATH\n',
    );
  });
});
