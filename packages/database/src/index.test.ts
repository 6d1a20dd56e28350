import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ENGINES } from './engines.js';
import { makeTempDir } from './testing/sandbox.js';

describe('the package', () => {
  it('without installed dependencies: can be loaded', () => {
    const folder = join(makeTempDir(), 'src');
    cpSync(import.meta.dirname, folder, { recursive: true });
    const script = `const entry = await import(${JSON.stringify(pathToFileURL(join(folder, 'index.js')))});
      console.log(Object.keys(entry).join(' '));`;

    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      cwd: folder,
    });

    expect(output.trim()).toBe(
      'DatabaseError buildNativeEngine findFreePort findRunningDatabase startDatabase',
    );
  });

  it('lists the engines in the order in which they are tried', () => {
    expect(ENGINES.map(({ name }) => name)).toEqual([
      'mongod',
      'memory-server',
      'secantus-native',
      'secantus-python',
      'secantus-native',
    ]);
  });
});
