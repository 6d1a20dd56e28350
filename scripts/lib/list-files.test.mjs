import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listFiles, walkFolder } from './list-files.mjs';

describe('listFiles', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    // git exits with 128, as in a repository that belongs to another account.
    ['GIT_DIR', '/no-such-folder'],
    // Without git.
    ['PATH', ''],
  ])('when git cannot list the files (%s=%s): lists those outside the ignored folders', (name, value) => {
    vi.stubEnv(name, value);

    const files = listFiles('*.md');

    expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/testing.md']));
    expect(files.filter((file) => file.includes('node_modules/'))).toEqual([]);
  });
});

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
