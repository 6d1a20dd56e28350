import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskStorage } from './disk-storage.js';
import type { ImageStorage } from './image-storage.js';

let directory: string;
let storage: ImageStorage;

beforeEach(async () => {
  directory = path.join(await mkdtemp(path.join(tmpdir(), 'safarnama-media-')), 'missing', 'folder');
  storage = await createDiskStorage(directory);
});
afterEach(() => rm(path.dirname(path.dirname(directory)), { recursive: true, force: true }));

async function listKeys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of storage.list()) found.push(key);
  return found.sort();
}

describe('createDiskStorage', () => {
  it('returns what was written, with its size', async () => {
    const bytes = Buffer.from('marigold');

    await storage.write('ab/abc-320.webp', bytes);
    const file = await storage.read('ab/abc-320.webp');

    expect(file?.bytes).toBe(bytes.length);
    expect(file && (await buffer(file.stream))).toEqual(bytes);
  });

  it('with a missing file: read returns null, and remove succeeds', async () => {
    expect(await storage.read('ab/none.webp')).toBeNull();
    await expect(storage.remove('ab/none.webp')).resolves.toBeUndefined();
  });

  it('lists every file with its modification time, without removed ones', async () => {
    await storage.write('ab/1.webp', Buffer.from('1'));
    await storage.write('cd/2.webp', Buffer.from('2'));
    await storage.write('cd/3.webp', Buffer.from('3'));
    await storage.remove('cd/2.webp');

    expect(await listKeys()).toEqual(['ab/1.webp', 'cd/3.webp']);
    for await (const { modifiedAt } of storage.list())
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(10_000);
  });

  it('lists the unfinished file of a process that was killed', async () => {
    await writeFile(path.join(directory, 'tmp', 'half'), 'ha');

    expect(await listKeys()).toEqual(['tmp/half']);
  });

  it('replaces a file atomically: concurrent readers get the old or the new content', async () => {
    const contents = ['a', 'b'].map((letter) => letter.repeat(200_000));
    await storage.write('ab/x.webp', Buffer.from(contents[0] ?? ''));
    const seen = new Set<string>();

    const writing = (async () => {
      for (let round = 1; round <= 20; round += 1)
        await storage.write('ab/x.webp', Buffer.from(contents[round % 2] ?? ''));
      return true;
    })();
    let isDone = false;
    void writing.then(() => {
      isDone = true;
    });
    while (!isDone) {
      const file = await storage.read('ab/x.webp');
      seen.add(file ? (await buffer(file.stream)).toString() : 'missing');
    }
    await writing;

    expect([...seen].every((content) => contents.includes(content))).toBe(true);
  });

  it('makes files accessible only to their owner and leaves no temporary files', async () => {
    await storage.write('ab/x.webp', Buffer.from('x'));

    expect((await stat(path.join(directory, 'ab', 'x.webp'))).mode & 0o077).toBe(0);
    expect(await readdir(path.join(directory, 'tmp'))).toEqual([]);
  });

  it('rejects when it cannot write, and leaves no temporary files', async () => {
    // A file in place of the folder also fails for root, who may write to any folder.
    await writeFile(path.join(directory, 'ab'), '');

    await expect(storage.write('ab/x.webp', Buffer.from('x'))).rejects.toThrow();
    expect(await listKeys()).toEqual(['ab']);
  });

  it('closes the file of a stream that is destroyed unread', async () => {
    await storage.write('ab/x.webp', Buffer.alloc(500_000));
    const openFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
    const before = await openFiles();

    for (let round = 0; round < 50; round += 1) {
      const file = await storage.read('ab/x.webp');
      await new Promise((resolve) => file?.stream.once('close', resolve).destroy());
    }

    expect(await openFiles()).toBeLessThan(before + 10);
  });

  it.each(['../secrets/jwt-secret', '/etc/passwd', 'ab/../../x', 'ab//x', '', '.', 'ab/.', 'AB', 'a\0b'])(
    'rejects the key %j',
    async (key) => {
      await expect(storage.read(key)).rejects.toThrow('is not a storage key');
      await expect(storage.write(key, Buffer.from('x'))).rejects.toThrow('is not a storage key');
      await expect(storage.remove(key)).rejects.toThrow('is not a storage key');
    },
  );

  it('reads files that an earlier process wrote', async () => {
    await storage.write('ab/x.webp', Buffer.from('x'));

    const reopened = await createDiskStorage(directory);

    expect((await reopened.read('ab/x.webp'))?.bytes).toBe(1);
  });
});
