import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildNativeEngine } from './build-native-engine.js';
import { findFreePort } from './free-port.js';
import { programs, start } from './testing/running.js';
import { createBareMachine, makeTempDir, writeScript } from './testing/sandbox.js';

/** Creates a machine whose cargo is a script: it prints cargo's output, then runs the given commands. */
function createMachineWithCargo(body: string) {
  const env = createBareMachine(['sh', 'cp', 'mkdir', 'sleep']);
  writeScript(env.PATH, 'cmake', 'exit 0');
  writeScript(env.PATH, 'cc', 'exit 0');
  writeScript(
    env.PATH,
    'cargo',
    `for last; do
  if [ "$previous" = --root ]; then root=$last; fi
  previous=$last
done
echo '    Building [=====>      ] 120/345: zstd-sys(build)' >&2
${body}`,
  );
  return env;
}

/** Builds shell commands that install a program into `bin` as cargo does. It starts a server of this machine. */
function buildInstallCommands() {
  const server = programs.get('secantus-native') ?? programs.get('secantus-python');
  if (server === undefined) throw new Error('no server is available to imitate the native one');
  const script = writeScript(
    makeTempDir(),
    'secantusd-rs',
    `exec '${server.command}' ${server.args.join(' ')} "$@"`,
  );
  return `mkdir -p "$root/bin" && cp '${script}' "$root/bin/secantusd-rs"`;
}

describe('buildNativeEngine', () => {
  it('called twice: builds once and leaves only the result behind', async () => {
    const env = createMachineWithCargo(buildInstallCommands());
    const lines: string[] = [];

    const first = await buildNativeEngine({ env, onProgress: (line) => lines.push(line) });
    const second = await buildNativeEngine({ env, onProgress: (line) => lines.push(line) });

    expect(first).toEqual({ path: expect.stringContaining('/safarnama/secantus-native-'), wasBuilt: false });
    expect(second).toEqual({ path: first.path, wasBuilt: true });
    expect(lines).toEqual(['Building the SecantusDB server from its source (once, about 3 min)…']);
    expect(readdirSync(join(env.XDG_CACHE_HOME, 'safarnama'))).toEqual([
      expect.stringMatching(/^secantus-native-[\d.a-z-]+$/),
    ]);
  });

  it('called concurrently: one call builds, the other waits for it', async () => {
    const env = createMachineWithCargo(`sleep 0.5; ${buildInstallCommands()}`);
    const lines: string[] = [];

    const results = await Promise.all(
      [1, 2].map(() => buildNativeEngine({ env, onProgress: (line) => lines.push(line) })),
    );

    expect(new Set(results.map(({ path }) => path)).size).toBe(1);
    expect(lines.toSorted()).toEqual([
      'Building the SecantusDB server from its source (once, about 3 min)…',
      `Process ${process.pid} is building the SecantusDB server; waiting for it…`,
    ]);
  });

  it('during a long build: reports the number of completed crates', async () => {
    const env = createMachineWithCargo(`sleep 2.3; ${buildInstallCommands()}`);
    const lines: string[] = [];

    await buildNativeEngine({
      env,
      onProgress: (line) => lines.push(line),
    });

    expect(lines[1]).toMatch(/^Building the SecantusDB server: 120 of 345 crates, 2 s…$/);
  });

  it('with a failing build: reports the first error of cargo, and the next call tries again', async () => {
    const env = createMachineWithCargo("echo 'error: linker `cc` failed' >&2; exit 101");

    const building = buildNativeEngine({ env });

    await expect(building).rejects.toThrow(
      'The native database engine: the native build failed: error: linker `cc` failed.',
    );
    await expect(buildNativeEngine({ env })).rejects.toThrow('the native build failed');
  });

  it('without cargo, cmake and a compiler: says what to install', async () => {
    await expect(buildNativeEngine({ env: createBareMachine() })).rejects.toThrow(
      'The native database engine: it cannot be built on this machine: no cargo, no cmake, no C compiler; install Rust ' +
        '(https://rustup.rs), cmake (Debian: apt-get install cmake; macOS: brew install cmake), a C compiler ' +
        '(Debian: apt-get install build-essential; macOS: xcode-select --install).',
    );
  });
});

describe('startDatabase on a machine with cargo, but without Python and a native build', () => {
  it('builds the native engine and starts it', async () => {
    const env = createMachineWithCargo(buildInstallCommands());
    writeScript(env.PATH, 'python', 'echo "python 2 7 $0"');
    const dataDir = makeTempDir();

    const database = await start({
      dataDir,
      env: { ...env, MONGOMS_DOWNLOAD_MIRROR: `http://127.0.0.1:${await findFreePort()}` },
    });

    expect(database.engine).toBe('secantus-native');
    expect(database.reason).toBe(
      'Database: secantus-native (no mongod on PATH; MongoDB cannot be downloaded; no native build; ' +
        'no Python 3.10 or newer on PATH).',
    );
    expect(existsSync(join(dataDir, 'db', 'secantus', 'WiredTiger'))).toBe(true);
  });
});
