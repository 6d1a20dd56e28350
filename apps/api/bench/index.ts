/**
 * `npm run bench`: runs all parts one after the other, also after one that has exceeded a bound. Exits with 1 if any has.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const PARTS = [
  'product.ts',
  'memory.ts',
  'requests.ts',
  'sends.ts',
  'search/accuracy.ts',
  'search-bounds.ts',
];

const failed = PARTS.filter((part) => {
  const file = path.join(import.meta.dirname, part);
  return spawnSync(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
