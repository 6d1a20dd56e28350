import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../errors.mjs';
import { installPackages } from '../install.mjs';
import { countMutants, scoreOf } from '../mutation/count-mutants.mjs';
import { GROUPS } from '../mutation/groups.mjs';
import { ROOT } from '../paths.mjs';
import { build } from '../turbo.mjs';
import { dbBuild } from './db-build.mjs';

/** @typedef {import('../run-command.mjs').Context} Context */
/** @typedef {import('../mutation/groups.mjs').Part} Part */

/** Per cent of the mutants of each group that the tests have to notice. */
const FLOOR = 70;
/** Where Stryker copies packages to, from the repository. */
const COPIES = '.mutation';

/**
 * `npm run mutation [-- presence slug]`: Stryker changes the code in small ways, and the tests have to fail for it. Ends
 * with 1 when they notice less than 70 % of the changes in a group.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function mutation(baseContext) {
  const groups = readGroups(baseContext.args);
  if (!baseContext.env.MONGODB_URI && !baseContext.env.DATABASE_ENGINE)
    await dbBuild({ ...baseContext, args: [] });
  const context = { ...baseContext, env: await installPackages(baseContext) };
  await build(context, ['@safarnama/contracts', '@safarnama/database']);
  const folder = await mkdtemp(join(tmpdir(), 'safarnama-mutation-'));
  // Stryker leaves its copy where it lies when it is stopped.
  for (const path of [folder, join(ROOT, COPIES)]) {
    context.session.defer(() => rm(path, { recursive: true, force: true }));
  }

  const rows = [];
  for (const { name, parts } of groups) {
    const startedAt = performance.now();
    const reports = [];
    for (const [index, part] of parts.entries()) {
      reports.push(await mutate(context, part, join(folder, `${name}-${index}`)));
    }
    const count = countMutants(reports);
    rows.push({ name, count, score: scoreOf(count), seconds: (performance.now() - startedAt) / 1000 });
  }
  for (const { name, count, score, seconds } of rows) {
    const { killed, timeout, survived, uncovered } = count;
    process.stdout.write(
      `mutation: ${name}: ${killed} killed, ${timeout} timed out, ${survived} survived, ${uncovered} not run: ` +
        `${score.toFixed(1)} % (${seconds.toFixed(0)} s)\n`,
    );
  }
  const low = rows.filter(({ score }) => score < FLOOR).map(({ name }) => name);
  if (low.length > 0) throw new CommandError(`Under ${FLOOR} %: ${low.join(', ')}.`);
  return 0;
}

/** @param {string[]} names */
function readGroups(names) {
  const groups = GROUPS.filter(({ name }) => names.length === 0 || names.includes(name));
  const unknown = names.filter((name) => !GROUPS.some((group) => group.name === name));
  if (unknown.length > 0) {
    const known = GROUPS.map(({ name }) => name).join(', ');
    throw new CommandError(`npm run mutation -- [GROUP…]: ${unknown.join(', ')} is none of ${known}.`);
  }
  return groups;
}

/**
 * Runs Stryker on a copy of a package.
 *
 * @param {Context} context
 * @param {Part} part
 * @param {string} path - where its settings and its report are put.
 */
async function mutate({ env, session }, { folder, files, tests }, path) {
  const report = `${path}-report.json`;
  const settings = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // Which tests run is said there, by MUTATION_TESTS: with Stryker's own `testFiles` what changes a constant of a
    // module is never switched on, and counts as survived.
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    mutate: files,
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // A slow machine is no endless loop.
    timeoutMS: 20_000,
    // The copy lies as deep as the package itself, so that paths out of it lead to the same.
    tempDirName: `../../${COPIES}`,
    // Only read by a TypeScript that is there no more; the copy's paths are right without it.
    tsconfigFile: 'none',
    reporters: ['progress-append-only', 'clear-text', 'json'],
    allowConsoleColors: false,
    clearTextReporter: { logTests: false, allowColor: false, allowEmojis: false },
    jsonReporter: { fileName: report },
  };
  await writeFile(`${path}.json`, JSON.stringify(settings));
  const { code, failure } = await session.run({
    command: 'pnpm',
    args: ['--silent', 'run', 'mutation', `${path}.json`],
    cwd: join(ROOT, 'apps', folder),
    env: { ...env, MUTATION_TESTS: tests.join(' ') },
  });
  if (code !== 0) throw new CommandError(failure ?? `Stryker has ended with ${code}.`);
  return JSON.parse(await readFile(report, 'utf8'));
}
