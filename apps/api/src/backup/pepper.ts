import { constants, existsSync, readFileSync } from 'node:fs';
import { access, copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { matchesStoredPasswords } from '../auth/pepper-check.js';
import { isLongEnoughSecret, type Settings } from '../config/env.js';
import { flushToDisk } from '../lib/flush-to-disk.js';
import { BackupError } from './backup-error.js';

type PepperSettings = Pick<Settings, 'dataDir' | 'passwordPepper'>;

const pepperFile = ({ dataDir }: PepperSettings) => path.join(dataDir, 'secrets', 'password-pepper');

/** Reads the pepper as the product does, but never generates one: a new pepper would match no stored password. */
function findPepper(settings: PepperSettings): string | null {
  if (settings.passwordPepper !== null) return settings.passwordPepper;
  const file = pepperFile(settings);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** @throws BackupError when there is no pepper, or its file is empty or truncated. */
export function requirePepper(settings: PepperSettings): string {
  const pepper = findPepper(settings);
  if (pepper !== null && isLongEnoughSecret(pepper)) return pepper;
  const fault = pepper === null ? 'does not exist' : 'contains no valid secret';
  throw new BackupError(
    `PASSWORD_PEPPER is not set and ${pepperFile(settings)} ${fault}. Set the value that the product uses: ` +
      'without it, nobody could sign in after a restore.',
  );
}

/** @throws BackupError when the stored passwords were hashed with another pepper. */
export async function requirePepperOfPasswords(pepper: string): Promise<void> {
  if (await matchesStoredPasswords(pepper)) return;
  throw new BackupError(
    'PASSWORD_PEPPER, or the file secrets/password-pepper in DATA_DIR, is not the one of the stored passwords: nobody ' +
      'could sign in after a restore. Set the value that the product uses.',
  );
}

/** @throws BackupError when PASSWORD_PEPPER is set and differs from the archive's pepper. */
export function requireMatchingPepper(settings: PepperSettings, pepper: string): void {
  if (settings.passwordPepper === null || settings.passwordPepper === pepper) return;
  throw new BackupError(
    'PASSWORD_PEPPER differs from the value in this backup: no password would match. Set it to that value ' +
      '(tar xOf FILE secrets/password-pepper), or unset it to have the value written to DATA_DIR.',
  );
}

/** @throws BackupError when `installPepper` would not be able to write. */
export async function requireWritableSecrets(settings: PepperSettings, pepper: string): Promise<void> {
  if (findPepper(settings) === pepper) return;
  const folder = path.dirname(pepperFile(settings));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new BackupError(`The pepper cannot be written to ${folder}: ${(error as Error).message}`);
  }
}

/** Writes the pepper where the product reads it. A different existing one is copied to `*.before-restore`. */
export async function installPepper(settings: PepperSettings, pepper: string): Promise<void> {
  if (findPepper(settings) === pepper) return;
  const file = pepperFile(settings);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporaryFile = `${file}.${process.pid}`;
  await writeFile(temporaryFile, pepper, { mode: 0o600, flush: true });
  // Copied instead of renamed: without a pepper, the product would generate another one at its start.
  if (existsSync(file)) await copyFile(file, `${file}.before-restore`);
  await rename(temporaryFile, file);
  // After a power failure, the product would generate another pepper if this name were lost.
  for (const folder of [path.dirname(file), settings.dataDir]) await flushToDisk(folder);
}
