import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EngineContext } from './engine.js';
import { findFreePort } from './free-port.js';
import { startServer } from './server-process.js';
import { createMachineEnvironment, makeTempDir, writeScript } from './testing/sandbox.js';

describe('startServer', () => {
  it('cancelled while it checks the port: does not run the server', async () => {
    const dbDir = makeTempDir();
    const command = writeScript(dbDir, 'server', 'touch was-run');
    const abort = new AbortController();
    const context: EngineContext = {
      env: createMachineEnvironment(),
      cacheDir: dbDir,
      dataPath: dbDir,
      dbDir,
      onProgress: () => {},
      signal: abort.signal,
      ignoresEarlierFailure: false,
      dependenciesReady: Promise.resolve(),
      syncOnCommit: true,
    };
    const server = { args: [], port: await findFreePort(), ready: /ready/ };

    const starting = startServer(context, { command, args: [], env: {} }, server);
    abort.abort();

    await expect(starting).rejects.toThrow('aborted');
    expect(existsSync(join(dbDir, 'was-run'))).toBe(false);
  });
});
