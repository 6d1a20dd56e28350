import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildNativeEngine } from './build-native-engine.js';
import { findFreePort } from './free-port.js';
import { programs, start } from './testing/running.js';
import { createBareMachine, makeTempDir, writeScript } from './testing/sandbox.js';

/** A machine whose cargo is a script: it prints what cargo prints, then does the given. */
function machineWithCargo(body: string) {
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

/** What cargo leaves: a program in `bin`; here one that starts this machine's server. */
function install() {
  const server = programs.get('secantus-native') ?? programs.get('secantus-python');
  if (server === undefined) throw new Error('no server of this machine can stand behind it');
  const script = writeScript(
    makeTempDir(),
    'secantusd-rs',
    `exec '${server.command}' ${server.args.join(' ')} "$@"`,
  );
  return `mkdir -p "$root/bin" && cp '${script}' "$root/bin/secantusd-rs"`;
}

describe('buildNativeEngine', () => {
  it('twice: builds once and leaves only the result', async () => {
    const env = machineWithCargo(install());
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

  it('two at once: one builds, the other waits for it', async () => {
    const env = machineWithCargo(`sleep 0.5; ${install()}`);
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

  it('during a long build: tells how many crates are done', async () => {
    const env = machineWithCargo(`sleep 2.3; ${install()}`);
    const lines: string[] = [];

    await buildNativeEngine({
      env,
      onProgress: (line) => lines.push(line),
    });

    expect(lines[1]).toMatch(/^Building the SecantusDB server: 120 of 345 crates, 2 s…$/);
  });

  it('with a build that fails: says the first error of cargo, and the next one begins anew', async () => {
    const env = machineWithCargo("echo 'error: linker `cc` failed' >&2; exit 101");

    const building = buildNativeEngine({ env });

    await expect(building).rejects.toThrow(
      'The native database engine: the native build failed: error: linker `cc` failed.',
    );
    await expect(buildNativeEngine({ env })).rejects.toThrow('the native build failed');
  });

  it('without cargo, cmake and a compiler: names what to install', async () => {
    await expect(buildNativeEngine({ env: createBareMachine() })).rejects.toThrow(
      'The native database engine: it cannot be built here: no cargo, no cmake, no C compiler; install Rust ' +
        '(https://rustup.rs), cmake (Debian: apt-get install cmake; macOS: brew install cmake), a C compiler ' +
        '(Debian: apt-get install build-essential; macOS: xcode-select --install).',
    );
  });
});

describe('the chain on a machine that has neither Python nor a native build, but cargo', () => {
  it('builds the native one and starts it', async () => {
    const env = machineWithCargo(install());
    writeScript(env.PATH, 'python', 'echo "python 2 7 $0"');
    const dataDir = makeTempDir();

    const database = await start({
      dataDir,
      env: { ...env, MONGOMS_DOWNLOAD_MIRROR: `http://127.0.0.1:${await findFreePort()}` },
    });

    expect(database.engine).toBe('secantus-native');
    expect(database.reason).toBe(
      'Database: secantus-native (no mongod on PATH; the MongoDB download is out of reach; no native build; ' +
        'no Python 3.10 or newer on PATH).',
    );
    expect(existsSync(join(dataDir, 'db', 'secantus', 'WiredTiger'))).toBe(true);
  });
});
