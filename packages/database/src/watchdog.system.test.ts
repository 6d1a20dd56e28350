import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startParent } from './testing/parent.js';
import { openStories, quickEngine, readPids, start } from './testing/running.js';
import {
  createBareMachine,
  createMachineEnvironment,
  isAlive,
  makeTempDir,
  waitUntil,
} from './testing/sandbox.js';

const env = createMachineEnvironment({ DATABASE_ENGINE: quickEngine });

describe('a parent that is killed', () => {
  it('alone: server and watchdog end within 5 s, and the next start has all documents', async () => {
    const dataDir = makeTempDir();
    const parent = startParent(dataDir, env);
    const { uri = '' } = await parent.outcome;
    await (await openStories(uri)).insertOne({ _id: 1, title: 'Majuli' });
    const { server, watchdog } = readPids(dataDir);

    parent.process.kill('SIGKILL');
    await waitUntil('server and watchdog are gone', 5000, () => !isAlive(server) && !isAlive(watchdog));
    const next = await start({ dataDir });

    expect(await (await openStories(next.uri)).findOne({ _id: 1 })).toEqual({ _id: 1, title: 'Majuli' });
  });

  it('and restarted immediately: the new server runs, the old one does not', async () => {
    const dataDir = makeTempDir();
    const parent = startParent(dataDir, env);
    await parent.outcome;
    const { server } = readPids(dataDir);

    parent.process.kill('SIGKILL');
    await parent.exited;
    const next = await start({ dataDir });

    expect(isAlive(server)).toBe(false);
    expect(await (await openStories(next.uri)).countDocuments()).toBe(0);
  });

  it('together with the watchdog, with setpriv: the server ends as well', async () => {
    const dataDir = makeTempDir();
    const parent = startParent(dataDir, env);
    await parent.outcome;
    const { server, watchdog } = readPids(dataDir);

    parent.process.kill('SIGSTOP'); // so that it cannot stop the server
    process.kill(watchdog, 'SIGKILL');
    parent.process.kill('SIGKILL');
    await parent.exited;
    if (process.platform === 'linux') await waitUntil('the server is gone', 5000, () => !isAlive(server));
    const next = await start({ dataDir });

    expect(isAlive(server)).toBe(false);
    expect(await (await openStories(next.uri)).countDocuments()).toBe(0);
  });

  it('together with the watchdog, without setpriv: the next start stops the stray server', async () => {
    const dataDir = makeTempDir();
    // Without `setpriv` on PATH; the engine is found in the real cache folder.
    const parent = startParent(dataDir, { ...env, PATH: createBareMachine().PATH });
    await parent.outcome;
    const { server, watchdog } = readPids(dataDir);

    parent.process.kill('SIGSTOP');
    process.kill(watchdog, 'SIGKILL');
    parent.process.kill('SIGKILL');
    await parent.exited;
    const wasStray = isAlive(server);
    const next = await start({ dataDir });

    expect(wasStray).toBe(true);
    expect(isAlive(server)).toBe(false);
    expect(await (await openStories(next.uri)).countDocuments()).toBe(0);
  });
});

describe('Ctrl-C in a terminal', () => {
  it('goes to the process group of the parent: does not reach the database', async () => {
    const dataDir = makeTempDir();
    const parent = startParent(dataDir, env);
    await parent.outcome;
    const { server, watchdog } = readPids(dataDir);

    const groups = [parent.pid, watchdog, server].map(readProcessGroup);

    expect(new Set(groups).size).toBe(3);
  });
});

function readProcessGroup(pid: number): string {
  const isLinux = readdirSync('/').includes('proc');
  if (!isLinux) return String(pid);
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2] ?? '';
}
