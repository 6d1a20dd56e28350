import { join } from 'node:path';
import process from 'node:process';
import { CommandError } from '../errors.mjs';
import { withPackages } from '../install.mjs';
import { ROOT } from '../paths.mjs';
import { runStep } from '../run-step.mjs';
import { build, TURBO } from '../turbo.mjs';
import { test } from './test.mjs';

/** @param {string} name */
const binPath = (name) => join(ROOT, 'node_modules', '.bin', name);

const CHECKS = [
  { title: 'Format, lint and imports', command: binPath('biome'), args: ['ci', '--error-on-warnings', '.'] },
  {
    title: 'Types and sizes',
    command: TURBO,
    args: ['run', 'typecheck', 'size', '--continue', '--output-logs=errors-only'],
  },
  {
    title: 'Names by the glossary',
    command: process.execPath,
    args: [join(ROOT, 'scripts', 'lib', 'words', 'check-words.mjs')],
  },
  {
    title: 'Texts in catalogues',
    command: process.execPath,
    args: [join(ROOT, 'scripts', 'lib', 'texts', 'check-texts.mjs')],
  },
  { title: 'Package boundaries', command: TURBO, args: ['boundaries'] },
  { title: 'Unused files and dependencies', command: binPath('knip'), args: ['--no-progress'] },
  { title: 'Workspace rules', command: binPath('sherif'), args: ['--fail-on-warnings'] },
];

/**
 * `npm run check`: runs all checks, even if one fails, and then the tests. `--no-test` skips the tests.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function check(baseContext) {
  const context = await withPackages(baseContext);
  await build(context);
  const failed = [];
  for (const each of CHECKS) {
    if (!(await runCheck(context, each))) failed.push(each.title);
  }
  const args = context.args.filter((arg) => arg !== '--no-test');
  const hasTests = args.length === context.args.length;
  if (hasTests && (await test({ ...context, args })) !== 0) failed.push('Tests');
  if (failed.length > 0) throw new CommandError(`Failed: ${failed.join(', ')}.`);
  context.progress.line('All checks passed.');
  return 0;
}

/**
 * Prints the output of a check only when the check fails.
 *
 * @param {import('../run-command.mjs').Context} context
 * @param {{ title: string, command: string, args: string[] }} check
 * @returns {Promise<boolean>} whether the check passed.
 */
async function runCheck(context, check) {
  try {
    await runStep(context, { ...check, tailLines: 400 });
    return true;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    context.progress.line(error.message);
    return false;
  }
}
