import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { walkFolder } from './list-files.mjs';

describe('walkFolder', () => {
  const root = mkdtempSync(join(tmpdir(), 'safarnama-files-'));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('with patterns: lists the files that match in all folders, except in ignored ones', () => {
    const files = [
      'README.md',
      'docs/a/b.md',
      'docs/bmd',
      'src/x.ts',
      'src/x.mjs',
      'dist/out.md',
      'src/node_modules/p/p.md',
      '.turbo/t.md',
      'apps/test-results/r.md',
      '.ci/c.md',
    ];
    for (const file of files) {
      mkdirSync(join(root, dirname(file)), { recursive: true });
      writeFileSync(join(root, file), '');
    }

    expect(walkFolder(root, ['*.md'])).toEqual(['.ci/c.md', 'README.md', 'docs/a/b.md']);
    expect(walkFolder(root, ['src/*.ts', '*.mjs'])).toEqual(['src/x.mjs', 'src/x.ts']);
  });
});
