import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SettingsError, type StorageSettings } from '../config/env.js';
import { createImageStorage } from './create-storage.js';

let folder: string;
let settings: StorageSettings;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(tmpdir(), 'safarnama-media-'));
  settings = { kind: 'disk', directory: path.join(folder, 'media') };
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

/** Makes each attempt to write a file fail until the test ends. */
function failWrites(code: string): void {
  vi.spyOn(fs, 'writeFile').mockRejectedValue(Object.assign(new Error(`${code}: simulated`), { code }));
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}

describe('createImageStorage', () => {
  it('with a new folder: creates it, and leaves no file in it', async () => {
    await createImageStorage(settings);

    expect(await fs.readdir(folder, { recursive: true })).toEqual(['media', 'media/tmp']);
  });

  it.each(['EACCES', 'EPERM', 'EROFS'])(
    'with a folder that rejects writes with %s: says so',
    async (code) => {
      failWrites(code);

      const creating = createImageStorage(settings);

      await expect(creating).rejects.toThrow(SettingsError);
      await expect(creating).rejects.toThrow('DATA_DIR is not writable');
    },
  );

  // Node has no name for EDQUOT, the error of a used quota.
  it.each(['ENOSPC', 'Unknown system error -122', 'EIO'])(
    'with an error that may pass (%s): succeeds, as pictures can be read',
    async (code) => {
      failWrites(code);

      const storage = await createImageStorage(settings);

      expect(await storage.read('ab/none.webp')).toBeNull();
    },
  );

  it('to be only read: creates and writes nothing', async () => {
    failWrites('EROFS');

    const storage = await createImageStorage(settings, { isReadOnly: true });

    expect(await storage.read('ab/none.webp')).toBeNull();
    expect(await fs.readdir(folder)).toEqual([]);
  });
});
