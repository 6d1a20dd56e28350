import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openStories, readPids, start } from './testing/running.js';
import { isAlive, makeTempDir, waitUntil } from './testing/sandbox.js';

describe('a database whose server is killed', () => {
  it('during writes: restarts on the same port with all acknowledged documents', async () => {
    const dataDir = makeTempDir();
    const { database, countRestarts, restarted } = await startWatched(dataDir);
    const stories = await openStories(database.uri);
    const acknowledged: number[] = [];
    let isWriting = true;
    const writing = (async () => {
      for (let _id = 1; isWriting; _id += 1) {
        try {
          await stories.insertOne({ _id, title: 'Spiti' });
          acknowledged.push(_id);
        } catch {
          // disconnected, or not running yet
        }
      }
    })();
    await waitUntil('50 stories are written', 10_000, () => acknowledged.length >= 50);

    process.kill(readPids(dataDir).server, 'SIGKILL');
    await restarted();
    const writtenBefore = [...acknowledged];
    await waitUntil('it is written to again', 10_000, () => acknowledged.length > writtenBefore.length + 5);
    isWriting = false;
    await writing;

    expect(countRestarts()).toBe(1);
    const stored = await stories.distinct('_id');
    expect(acknowledged.filter((_id) => !stored.includes(_id))).toEqual([]);
    expect(stored.length).toBeGreaterThan(50);
  });

  it('together with its watchdog: restarts on the same port', async () => {
    const dataDir = makeTempDir();
    const { database, restarted } = await startWatched(dataDir);
    const before = readPids(dataDir);

    process.kill(before.watchdog, 'SIGKILL');
    await restarted();

    expect(isAlive(before.server)).toBe(false);
    expect(readPids(dataDir).server).not.toBe(before.server);
    expect(await (await openStories(database.uri)).countDocuments()).toBe(0);
  });

  it('when another program takes its port: reports it, and restarts when the port is free', async () => {
    const dataDir = makeTempDir();
    const { database, lines, restarted } = await startWatched(dataDir);

    process.kill(readPids(dataDir).server, 'SIGKILL');
    const other = await listenAsSoonAsPossible(database.port);
    await waitUntil('the taken port is noticed', 10_000, () =>
      lines.some((line) => line.includes('is taken by')),
    );
    other.close();
    await restarted();

    expect(lines).toContain(
      `The database could not be restarted yet: Port ${database.port} is taken by another program.`,
    );
    expect(await (await openStories(database.uri)).countDocuments()).toBe(0);
  });
});

describe('a database that is stopped', () => {
  it('with a connected client: ends without a restart and leaves no lock', async () => {
    const dataDir = makeTempDir();
    const database = await start({ dataDir });
    const stories = await openStories(database.uri);
    await stories.insertOne({ _id: 1, title: 'Ooty' });
    const { server, watchdog } = readPids(dataDir);

    await database.stop();
    await delay(500);

    expect([isAlive(server), isAlive(watchdog)]).toEqual([false, false]);
    expect(existsSync(join(dataDir, 'db', 'server.json'))).toBe(false);
    expect(existsSync(join(dataDir, 'db', 'lock'))).toBe(false);
  });

  it('twice and during a restart: ends', async () => {
    const dataDir = makeTempDir();
    const database = await start({ dataDir });
    const { server } = readPids(dataDir);

    process.kill(server, 'SIGKILL');
    await waitUntil('the server has ended', 5000, () => !isAlive(server));
    await Promise.all([database.stop(), database.stop()]);
    await delay(500);

    expect(existsSync(join(dataDir, 'db', 'server.json'))).toBe(false);
  });
});

/** Starts a database and collects what it reports. */
async function startWatched(dataDir: string) {
  const lines: string[] = [];
  const database = await start({ dataDir, onProgress: (line) => lines.push(line) });
  const countRestarts = () => lines.filter((line) => line.includes('is running again')).length;
  const restarted = () => waitUntil('the database has restarted', 30_000, () => countRestarts() > 0);
  return { database, lines, countRestarts, restarted };
}

/** Takes the port as another program would, before the database restarts. */
async function listenAsSoonAsPossible(port: number): Promise<Server> {
  for (;;) {
    try {
      const server = createServer().listen(port, '127.0.0.1');
      await once(server, 'listening');
      return server;
    } catch {
      await delay(1);
    }
  }
}
