import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { runToExitCode } from './run-step.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */

/**
 * Runs a script of a workspace package, with the arguments of the command after its own.
 *
 * @param {Context} context - its environment has pnpm on PATH.
 * @param {'api' | 'web'} folder - of the package.
 * @param {string[]} script - its name and its own arguments.
 * @returns {Promise<number>} the exit code.
 */
export function runPackageScript(context, folder, [name = '', ...ownArgs]) {
  return runToExitCode(context, {
    command: 'pnpm',
    args: ['--silent', 'run', name, ...ownArgs, ...context.args],
    // Not `--filter`, which prints an error of pnpm's after that of the script, and does not pass on the exit code.
    cwd: join(ROOT, 'apps', folder),
  });
}
