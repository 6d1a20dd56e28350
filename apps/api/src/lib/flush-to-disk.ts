import { open } from 'node:fs/promises';

/** Flushes a file to disk, or a folder, so that a new name in it survives a power failure. */
export async function flushToDisk(target: string): Promise<void> {
  // Windows flushes only what is open for writing, which a folder cannot be; NTFS journals names.
  if (process.platform === 'win32') return;
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
