import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../errors.mjs';
import { withPackages } from '../install.mjs';
import { GROUPS } from '../mutation/groups.mjs';
import { ROOT } from '../paths.mjs';
import { runToExitCode } from '../run-step.mjs';
import { build } from '../turbo.mjs';
import { withNativeEngine } from './db-build.mjs';

/** @typedef {import('../run-command.mjs').Context} Context */
/** @typedef {import('../mutation/groups.mjs').Part} Part */

/** Percentage of the mutants of each part that the tests must detect. */
const MIN_SCORE = 70;
/** Where Stryker copies packages to, relative to the repository. */
const COPIES = '.mutation';

/**
 * `npm run mutation [-- presence slug]`: Stryker makes small changes to the code, and the tests have to fail for them.
 * Fails when they detect less than 70 % of the changes in a part.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function mutation(baseContext) {
  const groups = readGroups(baseContext.args);
  const databaseContext = baseContext.env.MONGODB_URI ? baseContext : await withNativeEngine(baseContext);
  const context = await withPackages(databaseContext);
  await build(context, ['@safarnama/api^...']);
  const folder = await mkdtemp(join(tmpdir(), 'safarnama-mutation-'));
  // Stryker does not remove its copy when it is stopped.
  for (const path of [folder, join(ROOT, COPIES)]) {
    context.session.defer(() => rm(path, { recursive: true, force: true }));
  }

  const failed = [];
  for (const { name, parts } of groups) {
    for (const [index, part] of parts.entries()) {
      context.progress.line(`\n${name}: ${part.files.join(', ')}`);
      if (!(await mutate(context, part, join(folder, `${name}-${index}.json`)))) failed.push(name);
    }
  }
  if (failed.length > 0) throw new CommandError(`Below ${MIN_SCORE} %, or failed: ${failed.join(', ')}.`);
  return 0;
}

/** @param {string[]} names */
function readGroups(names) {
  const groups = GROUPS.filter(({ name }) => names.length === 0 || names.includes(name));
  const unknown = names.filter((name) => !GROUPS.some((group) => group.name === name));
  if (unknown.length > 0) {
    const known = GROUPS.map(({ name }) => name).join(', ');
    throw new CommandError(`npm run mutation -- [GROUP…]: unknown ${unknown.join(', ')}; known ${known}.`);
  }
  return groups;
}

/**
 * Runs Stryker on a copy of a package.
 *
 * @param {Context} context
 * @param {Part} part
 * @param {string} settingsFile - is written.
 * @returns {Promise<boolean>} whether the score is high enough.
 */
async function mutate(context, { folder, files, tests }, settingsFile) {
  const settings = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // This configuration selects the tests by MUTATION_TESTS. With Stryker's own `testFiles`, mutants in the constants
    // of a module are never activated and count as survived.
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    mutate: files,
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // Long enough to distinguish an endless loop from a slow machine.
    timeoutMS: 20_000,
    // At the same depth as the package itself, so that relative paths out of it stay valid.
    tempDirName: `../../${COPIES}`,
    // Stryker would read it with the JavaScript API of TypeScript, which version 7 does not have.
    tsconfigFile: 'none',
    thresholds: { high: 90, low: MIN_SCORE, break: MIN_SCORE },
    reporters: ['progress-append-only', 'clear-text'],
    allowConsoleColors: false,
    clearTextReporter: { logTests: false, allowColor: false, allowEmojis: false },
  };
  await writeFile(settingsFile, JSON.stringify(settings));
  const env = { ...context.env, MUTATION_TESTS: tests.join(' ') };
  const code = await runToExitCode(
    { ...context, env },
    {
      command: 'pnpm',
      args: ['--silent', 'run', 'mutation', settingsFile],
      cwd: join(ROOT, folder),
    },
  );
  return code === 0;
}
