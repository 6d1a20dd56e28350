/**
 * Checks that the texts of the web app are in its catalogues (docs/translating.md): prints each literal that users
 * would read, and exits with 1 when there is one.
 *
 * `node scripts/lib/texts/check-texts.mjs`
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { listFiles } from '../list-files.mjs';
import { ROOT } from '../paths.mjs';
import { findLiterals } from './find-literals.mjs';

const SOURCES = 'apps/web/src/';
/** Tests and catalogues. */
const EXEMPT = /\.test\.tsx?$|^(?:testing|locales)\//;

const files = listFiles(`${SOURCES}*.ts`, `${SOURCES}*.tsx`)
  .map((file) => file.slice(SOURCES.length))
  .filter((file) => !EXEMPT.test(file));

let found = 0;
for (const file of files) {
  const path = SOURCES + file;
  for (const { text, line } of findLiterals(path, readFileSync(join(ROOT, path), 'utf8'))) {
    found += 1;
    process.stdout.write(`${path}:${line} "${text}" belongs in a catalogue\n`);
  }
}
process.stdout.write(`texts: ${files.length} files, ${found} literals outside the catalogues\n`);
process.exitCode = found === 0 ? 0 : 1;
