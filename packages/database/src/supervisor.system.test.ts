import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openStories, readPids, start } from './testing/running.js';
import { isAlive, makeTempDir, waitUntil } from './testing/sandbox.js';

describe('a database whose server is killed', () => {
  it('while it is written to: runs again on the same port with all that was acknowledged', async () => {
    const dataDir = makeTempDir();
    const database = await start({ dataDir });
    const stories = await openStories(database.uri);
    const restarted = new Promise((resolve) => database.onRestart(resolve));
    const acknowledged: number[] = [];
    let isWriting = true;
    const writing = (async () => {
      for (let _id = 1; isWriting; _id += 1) {
        try {
          await stories.insertOne({ _id, title: 'Spiti' });
          acknowledged.push(_id);
        } catch {
          // cut off, or not there yet
        }
      }
    })();
    await waitUntil('50 stories are written', 10_000, () => acknowledged.length >= 50);

    process.kill(readPids(dataDir).server, 'SIGKILL');
    const event = await restarted;
    const writtenBefore = [...acknowledged];
    await waitUntil('it is written to again', 10_000, () => acknowledged.length > writtenBefore.length + 5);
    isWriting = false;
    await writing;

    expect(event).toEqual({ restarts: 1 });
    const stored = await stories.distinct('_id');
    expect(acknowledged.filter((_id) => !stored.includes(_id))).toEqual([]);
    expect(stored.length).toBeGreaterThan(50);
  });

  it('together with its watchdog: runs again on the same port', async () => {
    const dataDir = makeTempDir();
    const database = await start({ dataDir });
    const restarted = new Promise((resolve) => database.onRestart(resolve));
    const before = readPids(dataDir);

    process.kill(before.watchdog, 'SIGKILL');
    await restarted;

    expect(isAlive(before.server)).toBe(false);
    expect(readPids(dataDir).server).not.toBe(before.server);
    expect(await (await openStories(database.uri)).countDocuments()).toBe(0);
  });

  it('and whose port another program takes meanwhile: says so, and comes back when it is free', async () => {
    const dataDir = makeTempDir();
    const lines: string[] = [];
    const database = await start({ dataDir, onProgress: (line) => lines.push(line) });
    const restarted = new Promise((resolve) => database.onRestart(resolve));

    process.kill(readPids(dataDir).server, 'SIGKILL');
    const other = await listenAsSoonAsPossible(database.port);
    await waitUntil('the taken port is noticed', 10_000, () =>
      lines.some((line) => line.includes('is taken by')),
    );
    other.close();
    await restarted;

    expect(lines).toContain(
      `The database cannot be started again yet: Port ${database.port} is taken by another program.`,
    );
    expect(await (await openStories(database.uri)).countDocuments()).toBe(0);
  });
});

describe('a database that is stopped', () => {
  it('with a client connected: ends, is not started again and leaves no lock', async () => {
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

  it('twice, and while it is being started again: ends all the same', async () => {
    const dataDir = makeTempDir();
    const database = await start({ dataDir });
    const { server } = readPids(dataDir);

    process.kill(server, 'SIGKILL');
    await waitUntil('the server is gone', 5000, () => !isAlive(server));
    await Promise.all([database.stop(), database.stop()]);
    await delay(500);

    expect(existsSync(join(dataDir, 'db', 'server.json'))).toBe(false);
  });
});

/** Another program, which gets the port before the database is back. */
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
