import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isLastingFileError } from '../lib/lasting-file-error.js';
import { isLongEnoughSecret, type Settings, SettingsError } from './env.js';

/** Secret keys of this installation. */
export interface Secrets {
  /** Signs session tokens. */
  jwtSecret: string;
  /** Key of the HMAC that is computed from a password before it is hashed. */
  passwordPepper: string;
}

/** Flushes a folder to disk, so that a new name in it survives a power failure. */
function flushFolder(folder: string): void {
  // Windows has no such call; NTFS journals names.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Generates a secret, unless another process has created its file. */
function createSecret(file: string): void {
  // Written to a temporary file and linked, so that no process reads a partial secret.
  const temporaryFile = `${file}.${randomBytes(6).toString('hex')}`;
  const secret = randomBytes(48).toString('base64url');
  try {
    writeNewFile(temporaryFile, secret);
    linkSync(temporaryFile, file);
  } catch {
    // The file exists, or the file system has no hard links. A full disk fails here again.
    writeNewFile(file, secret);
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

/** Writes a secret to a file of this account, unless the file exists. */
function writeNewFile(file: string, secret: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  try {
    // Flushed: after a power failure, accounts of this pepper may be on disk already.
    writeFileSync(descriptor, secret, { flush: true });
  } catch (error) {
    // Otherwise every later start would find a partial secret.
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** A secret file that was emptied or truncated. */
class InvalidSecretError extends Error {}

/** Reads a generated secret or creates it. Processes that start concurrently get the same one. */
function readOrCreate(dataDir: string, name: string): string {
  const file = path.join(dataDir, 'secrets', name);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    createSecret(file);
    flushFolder(path.dirname(file));
    flushFolder(dataDir);
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (!isLongEnoughSecret(secret))
    throw new InvalidSecretError(
      `${file} contains no valid secret: restore it, or delete it to generate a new one`,
    );
  return secret;
}

/**
 * Returns the secrets of the settings, or those generated in the data folder.
 *
 * @param settingsFaults - of all settings, so that the error lists them too.
 * @throws SettingsError when there are faults, or when a secret is missing and the folder is not writable; the error of
 *   the file system when another start may succeed.
 */
export function loadSecrets(
  { dataDir, jwtSecret, passwordPepper }: Settings,
  settingsFaults: readonly string[] = [],
): Secrets {
  const faults = [...settingsFaults];
  const load = (variable: string, value: string | null, name: string) => {
    if (value !== null) return value;
    if (settingsFaults.some((fault) => fault.startsWith(`${variable} `))) return '';
    try {
      return readOrCreate(dataDir, name);
    } catch (error) {
      const isLasting = error instanceof InvalidSecretError || isLastingFileError(error);
      if (!isLasting && faults.length === 0) throw error;
      faults.push(`${variable} is not set and cannot be generated: ${(error as Error).message}`);
      return '';
    }
  };
  const secrets = {
    jwtSecret: load('JWT_SECRET', jwtSecret, 'jwt-secret'),
    passwordPepper: load('PASSWORD_PEPPER', passwordPepper, 'password-pepper'),
  };
  if (faults.length > 0) throw new SettingsError(faults);
  return secrets;
}
