import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { installPepper } from './pepper.js';

const folder = path.join(tmpdir(), `safarnama-pepper-${randomUUID()}`);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** @returns a new DATA_DIR, and the file of its pepper. */
function createDataDir() {
  const dataDir = path.join(folder, randomUUID());
  return { dataDir, file: path.join(dataDir, 'secrets', 'password-pepper') };
}

describe('installPepper', () => {
  it('with another pepper: saves the former one beside the new one, readable only by this account', async () => {
    const { dataDir, file } = createDataDir();
    await installPepper({ dataDir, passwordPepper: null }, 'the former pepper');

    await installPepper({ dataDir, passwordPepper: null }, 'the new pepper');

    expect(await readFile(file, 'utf8')).toBe('the new pepper');
    expect(await readFile(`${file}.before-restore`, 'utf8')).toBe('the former pepper');
    expect((await stat(`${file}.before-restore`)).mode & 0o777).toBe(0o600);
  });

  it('in a new folder: flushes the folders after the pepper has its name, so that a power failure keeps it', async () => {
    const { dataDir, file } = createDataDir();
    const flushed: string[][] = [];
    const handle = await open(import.meta.filename);
    const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockImplementation(async function (
      this: unknown,
    ) {
      const { ino } = await (this as FileHandle).stat();
      for (const folder of [path.dirname(file), dataDir])
        if ((await stat(folder)).ino === ino)
          flushed.push([path.basename(folder), ...(await readdir(folder))]);
    });
    onTestFinished(() => sync.mockRestore());
    await handle.close();

    await installPepper({ dataDir, passwordPepper: null }, 'the pepper');

    expect(flushed).toEqual([
      ['secrets', 'password-pepper'],
      [path.basename(dataDir), 'secrets'],
    ]);
  });

  it('when the new pepper cannot be written: leaves the former one in its place', async () => {
    const { dataDir, file } = createDataDir();
    // A folder in place of the temporary file: writing it fails, as on a full disk.
    await mkdir(`${file}.${process.pid}`, { recursive: true });
    await writeFile(file, 'the former pepper');

    await expect(installPepper({ dataDir, passwordPepper: null }, 'the new pepper')).rejects.toThrow(
      'EISDIR',
    );

    expect(await readFile(file, 'utf8')).toBe('the former pepper');
  });
});
