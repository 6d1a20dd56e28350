import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startCommand } from '../../test/node-process.js';

const dataDir = mkdtempSync(path.join(tmpdir(), 'safarnama-commands-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Nothing listens on this port. The driver gives up after ten seconds. */
const UNREACHABLE_URI = 'mongodb://me:hunter2@127.0.0.1:9/site';
const UNREACHABLE_MESSAGE = 'Failed to connect to the database: connect ECONNREFUSED 127.0.0.1:9';

const PROGRAMS = {
  migrate: ['dist/migrations/main.js'],
  backup: ['dist/backup/main.js'],
  admin: ['dist/admin.js'],
  chaos: ['--import', 'tsx', 'chaos/index.ts'],
  soak: ['--import', 'tsx', 'bench/soak/index.ts'],
} as const;

function run(program: keyof typeof PROGRAMS, args: readonly string[]) {
  const [first, ...rest] = PROGRAMS[program];
  return startCommand(first, [...rest, ...args], {
    DATA_DIR: dataDir,
    MONGODB_URI: UNREACHABLE_URI,
    PASSWORD_PEPPER: 'a-pepper-that-keys-hashes-in-tests-only',
  }).result;
}

describe('a terminal command', () => {
  it('whose output cannot be written, as on a full disk: exits with 1', () => {
    const { status } = spawnSync('sh', ['-c', 'node dist/migrations/main.js --help > /dev/full']);

    expect(status).toBe(1);
  });

  // Each waits for the driver.
  it.concurrent.each([
    ['migrate', ['--status']],
    ['backup', ['backup', '/nowhere/site.tar']],
    ['backup', ['restore', '/nowhere/site.tar']],
  ] as const)(
    '%s %j with an unavailable database: prints one line, creates no storage and exits with 1',
    async (program, args) => {
      expect(await run(program, args)).toEqual({ code: 1, stdout: '', stderr: `${UNREACHABLE_MESSAGE}\n` });
      expect(existsSync(path.join(dataDir, 'media'))).toBe(false);
    },
  );

  it.each([
    ['migrate', ['--stauts'], "Unknown option '--stauts'", 'dist/migrations/main.js [--status | --repeat]'],
    ['migrate', ['status'], "Unexpected argument 'status'", 'dist/migrations/main.js [--status | --repeat]'],
    ['migrate', ['--status', '--repeat'], '[--status | --repeat]', 'Exit codes: 0 completed'],
    ['backup', ['backup', 'site.tar', '--verfy'], "Unknown option '--verfy'", 'main.js backup FILE --verify'],
    ['backup', ['backup', 'a.tar', 'b.tar'], "Unexpected argument 'b.tar'", 'main.js backup FILE --verify'],
    ['backup', ['restore', 'a.tar', '--verify'], 'restore has no option --verify', 'restore FILE'],
    ['backup', ['backup', 'a.tar', '--replace'], 'backup has no option --replace', 'restore FILE'],
    ['backup', ['restore'], 'restore FILE [--replace]', 'backup FILE'],
    ['backup', ['toString', 'a.tar'], 'restore FILE [--replace]', 'backup FILE'],
    [
      'admin',
      ['show', 'a@example.com', 'b@example.com'],
      "Unexpected argument 'b@example.com'",
      'show ACCOUNT',
    ],
    ['chaos', ['--minute', '1'], "Unknown option '--minute'", 'chaos [--minutes 10]'],
    ['soak', ['--people', 'x'], '--minutes, --people and --think must be', 'soak [--minutes 20]'],
  ] as const)(
    '%s %j: prints the reason and the usage, and never opens the database',
    async (program, args, reason, usage) => {
      const { code, stdout, stderr } = await run(program, args);

      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(reason);
      expect(stderr).toContain(usage);
      expect(stderr).not.toMatch(/^ +at /m);
    },
  );

  it.each(['migrate', 'backup', 'admin'] as const)('%s --help: prints only the usage', async (program) => {
    const { code, stdout, stderr } = await run(program, ['--help']);

    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^node apps\/api\/dist\/.*(--status|backup FILE|show ACCOUNT)/);
    expect(stdout).not.toContain('npm run');
  });
});
