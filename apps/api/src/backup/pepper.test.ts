import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { installPepper } from './pepper.js';

const dataDir = path.join(tmpdir(), `safarnama-pepper-${randomUUID()}`);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('installPepper', () => {
  it('when the new pepper cannot be written: leaves the former one in its place', async () => {
    const file = path.join(dataDir, 'secrets', 'password-pepper');
    // A folder in place of the temporary file: writing it fails, as on a full disk.
    await mkdir(`${file}.${process.pid}`, { recursive: true });
    await writeFile(file, 'the former pepper');

    await expect(installPepper({ dataDir, passwordPepper: null }, 'the new pepper')).rejects.toThrow(
      'EISDIR',
    );

    expect(await readFile(file, 'utf8')).toBe('the former pepper');
  });
});
