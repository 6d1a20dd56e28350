import { join } from 'node:path';
import { lockWorkspace } from './install.mjs';
import { ROOT } from './paths.mjs';
import { runStep, runToExitCode } from './run-step.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */

export const TURBO = join(ROOT, 'node_modules', '.bin', 'turbo');
/** The packages that the apps depend on: a filter for what unit tests and development servers need. */
export const PACKAGES = './packages/*';

/**
 * Builds packages and their dependencies; turbo skips what has not changed.
 *
 * @param {Context} context - its environment has pnpm on PATH.
 * @param {string[]} filters - of turbo: a package, or `PACKAGE^...` for what it depends on; all packages by default.
 * @throws {CommandError} with the end of the output when the build fails.
 */
export async function build(context, filters = []) {
  const release = await lockWorkspace(context);
  try {
    await runStep(context, {
      title: 'Building',
      doneTitle: 'Build complete',
      hint: 'The build failed.',
      command: TURBO,
      args: ['run', 'build', '--output-logs=new-only', ...filters.map((filter) => `--filter=${filter}`)],
      onLine(line, step) {
        const [, name] = /@safarnama\/([\w-]+):build/.exec(line) ?? [];
        if (name !== undefined) step.update(name);
      },
    });
  } finally {
    release();
  }
}

/**
 * @param {string[]} args - of a command.
 * @returns {string[]} the filters among them.
 */
export function readFilters(args) {
  const option = '--filter=';
  return args.filter((arg) => arg.startsWith(option)).map((arg) => arg.slice(option.length));
}

/**
 * Runs turbo tasks, by default with their output in the terminal, without the builds that they depend on: those must
 * have been made by `build`, because two builds at the same time write the same files. Only for tasks whose results
 * turbo does not cache: without the builds, a result would not depend on the packages that a package uses.
 *
 * @param {Context} context - its environment has pnpm on PATH.
 * @param {string[]} args - of `turbo run`.
 * @param {Pick<import('./run-step.mjs').Program, 'onLine'>} [options]
 * @returns {Promise<number>} the exit code.
 */
export function runTurbo(context, args, options) {
  return runToExitCode(context, { command: TURBO, args: ['run', '--only', ...args], ...options });
}
