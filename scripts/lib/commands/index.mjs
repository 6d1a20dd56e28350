import { IMPORT_USAGE } from '../import/usage.mjs';
import { ADMIN_HELP, admin } from './admin.mjs';
import { BACKUP_HELP, backup } from './backup.mjs';
import { bench } from './bench.mjs';
import { lighthouse, responsiveness, screenshots } from './browser-tools.mjs';
import { buildAll } from './build.mjs';
import { check } from './check.mjs';
import { dbBuild } from './db-build.mjs';
import { dev } from './dev.mjs';
import { e2e } from './e2e.mjs';
import { importStories } from './import.mjs';
import { chaos, soak } from './load-tests.mjs';
import { MIGRATE_HELP, migrate } from './migrate.mjs';
import { mutation } from './mutation.mjs';
import { RESTORE_HELP, restore } from './restore.mjs';
import { seed } from './seed.mjs';
import { start } from './start.mjs';
import { audit, sbom } from './supply-chain.mjs';
import { systemTest, test } from './test.mjs';

/** For the help of the commands that run the product. */
const SETTINGS =
  'Settings are environment variables, such as PORT=4000, or lines of .env; .env.example lists them.';
const TEST_ARGUMENTS = `ARGUMENTS are for turbo, those after another -- for the test runner:
npm test -- --filter=@safarnama/api -- src/post`;

/**
 * @typedef {object} CommandRow
 * @property {import('../run-command.mjs').Command} run
 * @property {string} help - what `--help` prints, before anything is installed.
 * @property {readonly string[]} [flags] - all arguments that the command has. Without it the command, or the program to
 *   which it passes them on, checks them.
 */

/** @type {ReadonlyMap<string, CommandRow>} */
export const COMMANDS = new Map([
  [
    'start',
    {
      run: start,
      help: `npm start     runs the product, with a database, and prints its address\n\n${SETTINGS}`,
      flags: [],
    },
  ],
  [
    'dev',
    {
      run: dev,
      help: `npm run dev     runs API and web app with hot reload, and a database\n\n${SETTINGS}`,
      flags: [],
    },
  ],
  [
    'build',
    {
      run: buildAll,
      help: 'npm run build     installs the packages and builds the product, without running it',
      flags: [],
    },
  ],
  [
    'test',
    {
      run: test,
      help: `npm test [-- ARGUMENTS]     runs all unit and API tests\n\n${TEST_ARGUMENTS}`,
    },
  ],
  [
    'test:system',
    {
      run: systemTest,
      help: `npm run test:system [-- ARGUMENTS]     runs the tests that need Redis or the whole product\n\n${TEST_ARGUMENTS}`,
    },
  ],
  [
    'e2e',
    {
      run: e2e,
      help: `npm run e2e [-- ARGUMENTS]     runs the browser tests on the built product\n\n${TEST_ARGUMENTS}`,
    },
  ],
  [
    'check',
    {
      run: check,
      help: 'npm run check [-- --no-test]     checks format, lint, types and unused code, then runs npm test',
    },
  ],
  [
    'seed',
    {
      run: seed,
      help: 'npm run seed [-- --force]     adds demo users and stories; --force adds them to a public site too',
      flags: ['--force'],
    },
  ],
  ['admin', { run: admin, help: ADMIN_HELP }],
  [
    'import',
    {
      run: importStories,
      help: `${IMPORT_USAGE}\n\nSends the stories of a JSON or JSON Lines file to a running product, except those that it has already.`,
    },
  ],
  ['backup', { run: backup, help: BACKUP_HELP }],
  ['restore', { run: restore, help: RESTORE_HELP }],
  ['migrate', { run: migrate, help: MIGRATE_HELP, flags: ['--status', '--repeat'] }],
  [
    'bench',
    { run: bench, help: 'npm run bench [-- ARGUMENTS]     runs the benchmarks; ARGUMENTS are for turbo' },
  ],
  [
    'soak',
    {
      run: soak,
      help: 'npm run soak [-- --minutes 20 --people 40 --think 600 --plot FILE]     puts the product under a mixed load',
    },
  ],
  [
    'mutation',
    { run: mutation, help: 'npm run mutation [-- GROUP…]     runs mutation tests on critical code' },
  ],
  [
    'audit',
    {
      run: audit,
      help: 'npm run audit     checks production dependencies for known vulnerabilities',
      flags: [],
    },
  ],
  [
    'sbom',
    { run: sbom, help: 'npm run sbom -- FILE     writes a CycloneDX list of production dependencies' },
  ],
  [
    'chaos',
    {
      run: chaos,
      help: 'npm run chaos [-- --minutes 10 --seed X]     injects faults while simulated users write',
    },
  ],
  [
    'screenshots',
    { run: screenshots, help: 'npm run screenshots     takes the pictures of the README', flags: [] },
  ],
  ['lighthouse', { run: lighthouse, help: 'npm run lighthouse     runs Lighthouse for phones', flags: [] }],
  [
    'responsiveness',
    {
      run: responsiveness,
      help: 'npm run responsiveness     measures the time from a tap to the next frame, and scrolling',
      flags: [],
    },
  ],
  [
    'db:build',
    {
      run: dbBuild,
      help: 'npm run db:build     builds the fast database server, once, in about three minutes',
      flags: [],
    },
  ],
]);
