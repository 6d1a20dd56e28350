import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram } from './database-package.mjs';
import { ROOT } from './paths.mjs';

describe('.ci/run', () => {
  const bin = mkdtempSync(join(tmpdir(), 'safarnama-ci-test-'));
  afterAll(() => rmSync(bin, { recursive: true, force: true }));

  it.runIf(process.platform === 'linux')(
    'without apt-get and the packages that it installs: names them, and runs nothing',
    () => {
      // biome-ignore lint/style/noProcessEnv: where the programs of this machine are
      const { PATH } = process.env;
      for (const name of ['bash', 'dirname', 'grep', 'mktemp']) {
        symlinkSync(String(findProgram([name], { PATH })), join(bin, name));
      }

      const { status, stdout } = spawnSync(join(bin, 'bash'), [join(ROOT, '.ci/run')], {
        encoding: 'utf8',
        env: { PATH: bin, TMPDIR: bin },
      });

      const lines = stdout.trimEnd().split('\n');
      expect(lines[0]).toMatch(
        /^failed: system-packages: install these .*: redis-server nginx-light faketime cmake /,
      );
      expect(lines.at(-1)).toBe('0 passed, 1 failed');
      expect(lines).toHaveLength(4);
      expect(status).toBe(1);
    },
  );
});
