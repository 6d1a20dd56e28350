import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * Reads the usage of a command that a program of the API runs. The program prints the same text, with its own command
 * line when it runs without the scripts.
 *
 * @param {'admin' | 'backup' | 'migrate' | 'restore'} name
 */
export const readUsage = (name) =>
  readFileSync(join(ROOT, `apps/api/usage/${name}.txt`), 'utf8').replaceAll(
    '{command}',
    `npm run ${name} --`,
  );
