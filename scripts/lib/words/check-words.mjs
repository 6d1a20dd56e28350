/**
 * Checks the names that the code declares against the glossary of docs/glossary.md: prints each name that contains a
 * retired word, with the term to use instead, and exits with 1 when there is one.
 *
 * `node scripts/lib/words/check-words.mjs`
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { listFiles } from '../list-files.mjs';
import { ROOT } from '../paths.mjs';
import { listDeclaredNames } from './declared-names.mjs';
import { findRetiredWord } from './retired-words.mjs';

const files = listFiles('*.ts', '*.tsx', '*.js', '*.mjs');

let count = 0;
let found = 0;
for (const file of files) {
  for (const { name, line } of listDeclaredNames(file, readFileSync(join(ROOT, file), 'utf8'))) {
    count += 1;
    const retired = findRetiredWord(name);
    if (!retired) continue;
    found += 1;
    process.stdout.write(`${file}:${line} ${name}: "${retired.word}" is retired, use ${retired.instead}\n`);
  }
}
process.stdout.write(`words: ${count} names in ${files.length} files, ${found} with a retired word\n`);
process.exitCode = found === 0 ? 0 : 1;
