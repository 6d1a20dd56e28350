import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findMissingCapabilities, startSystemUnderTest } from '../../chaos/system-under-test.js';

/** Sets a PATH whose only program is a `mount` that fails, and an empty folder for temporary files. */
async function useBareMachine(): Promise<{ temporaryFolder: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'safarnama-bare-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  onTestFinished(() => void vi.unstubAllEnvs());
  await writeFile(path.join(folder, 'mount'), '#!/bin/sh\necho "permission denied" >&2\nexit 32\n', {
    mode: 0o755,
  });
  const temporaryFolder = path.join(folder, 'tmp');
  await mkdir(temporaryFolder);
  vi.stubEnv('PATH', folder);
  vi.stubEnv('TMPDIR', temporaryFolder);
  return { temporaryFolder };
}

describe('findMissingCapabilities', () => {
  it('for an account that may not mount, such as root in a container: reports the reason', async () => {
    const { temporaryFolder } = await useBareMachine();

    expect(findMissingCapabilities().disk).toMatch(
      /^a small file system cannot be mounted: .*permission denied$/,
    );
    expect(await readdir(temporaryFolder)).toEqual([]);
  });
});

describe('startSystemUnderTest', () => {
  it('when a process of the API exits by itself: reports a violation, but not for one that is stopped', async () => {
    const violations: string[] = [];
    const system = await startSystemUnderTest((violation) => violations.push(violation));
    onTestFinished(() => system.close());
    const [first, second] = system.apis;

    await first.stop();
    await first.kill();
    await first.start();
    await second.kill();
    expect(violations).toEqual([]);
    const pid = first.pid();
    if (pid === undefined) throw new Error('unreachable');
    process.kill(pid, 'SIGKILL');

    await vi.waitFor(() => expect(violations).toEqual(['A process of the API exited by itself: SIGKILL']));
  });

  it('without redis-server: fails, and leaves nothing behind', async () => {
    const { temporaryFolder } = await useBareMachine();

    await expect(startSystemUnderTest(() => undefined)).rejects.toThrow('spawn redis-server ENOENT');

    expect(await readdir(temporaryFolder)).toEqual([]);
  });
});
