import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createProgress } from '../progress.mjs';
import { withNativeEngine } from './db-build.mjs';

const folder = mkdtempSync(join(tmpdir(), 'safarnama-db-build-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let output = '';
beforeEach(() => {
  output = '';
});

/**
 * @param {import('../environment.mjs').Environment} env
 * @returns {import('../run-command.mjs').Context}
 */
function buildContext(env) {
  return {
    args: [],
    env: { XDG_CACHE_HOME: join(folder, 'cache'), ...env },
    progress: createProgress({ write: (text) => (output += text) }),
    session: {
      signal: new AbortController().signal,
      stopped: new Promise(() => {}),
      defer: () => () => {},
      end: async () => {},
      run: async () => ({ code: 0, signal: null }),
    },
  };
}

/** Creates a folder with the tools of a build. `cargo` writes a server to the value of `--root`, its eighth argument. */
function createTools() {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const build = '/bin/mkdir -p "$8/bin"; echo > "$8/bin/secantusd-rs"; /bin/chmod +x "$8/bin/secantusd-rs"';
  for (const [name, body] of Object.entries({ cargo: build, cmake: '', cc: '' })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

describe('withNativeEngine', () => {
  it('without the tools for a build: says so in a line, and leaves the choice of the engine open', async () => {
    const { env } = await withNativeEngine(buildContext({ PATH: folder }));

    expect(env.DATABASE_ENGINE).toBeUndefined();
    expect(output).toMatch(
      /cannot be built .+ no cargo, .+\. Continuing with the first engine that works\.\n$/,
    );
  });

  it('with DATABASE_ENGINE: uses that engine and builds nothing', async () => {
    const { env } = await withNativeEngine(buildContext({ PATH: folder, DATABASE_ENGINE: 'mongod' }));

    expect([env.DATABASE_ENGINE, output]).toEqual(['mongod', '']);
  });

  it('when the engine has been built: selects it, also where another one would be preferred', async () => {
    const { env } = await withNativeEngine(buildContext({ PATH: createTools() }));

    expect(env.DATABASE_ENGINE).toBe('secantus-native');
  });
});
