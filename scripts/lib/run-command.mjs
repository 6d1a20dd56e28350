import { COMMANDS } from './commands/index.mjs';
import { createCommandEnvironment } from './environment.mjs';
import { describeError } from './errors.mjs';
import { createProgress } from './progress.mjs';
import { openSession } from './session.mjs';

/**
 * What every command receives.
 *
 * @typedef {object} Context
 * @property {string[]} args - the arguments after the command's name.
 * @property {import('./environment.mjs').Environment} env - for the programs that the command runs.
 * @property {import('./progress.mjs').Progress} progress
 * @property {import('./session.mjs').Session} session
 */
/** @typedef {(context: Context) => Promise<number>} Command Returns the exit code. */

/**
 * Runs one of the commands of package.json and stops everything it has started.
 *
 * @param {string[]} argv - the command's name and its arguments.
 * @returns {Promise<number>} the exit code.
 */
export async function runCommand([name = '', ...args]) {
  const command = COMMANDS.get(name);
  if (command === undefined) {
    process.stderr.write(`Unknown command "${name}". Available: ${[...COMMANDS.keys()].join(', ')}.\n`);
    return 1;
  }
  const { run, help, flags } = command;
  if (isHelpRequest(args)) {
    process.stdout.write(`${help.trimEnd()}\n`);
    return 0;
  }
  const unknown = flags && args.find((arg) => !flags.includes(arg));
  if (unknown !== undefined) {
    process.stderr.write(`Unknown argument "${unknown}".\n\n${help.trimEnd()}\n`);
    return 1;
  }
  // biome-ignore lint/style/noProcessEnv: the only place in these scripts that reads it
  const processEnv = process.env;
  const isNpmScript = processEnv.npm_lifecycle_event !== undefined;
  const session = openSession({ isNpmScript });
  const progress = createProgress();
  const context = { args, env: createCommandEnvironment(processEnv), progress, session };
  const exitCode = await Promise.race([session.stopped, awaitExitCode(run(context), context)]);
  progress.end();
  await session.end();
  return exitCode;
}

/**
 * @param {string[]} args
 * @returns {boolean} false for `--help` after `--`, which is for another program.
 */
function isHelpRequest(args) {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  return own.includes('--help') || own.includes('-h');
}

/**
 * @param {Promise<number>} running
 * @param {Context} context
 * @returns {Promise<number>}
 */
async function awaitExitCode(running, { progress, session }) {
  try {
    return await running;
  } catch (error) {
    // A command that is being stopped may fail for that reason; `session.stopped` has the exit code.
    if (session.signal.aborted) return session.stopped;
    progress.end();
    process.stderr.write(`${describeError(error)}\n`);
    return 1;
  }
}
