import { createTail } from './database-package.mjs';
import { CommandError } from './errors.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */
/** @typedef {Parameters<import('./session.mjs').Session['run']>[0]} RunOptions */
/** @typedef {Omit<RunOptions, 'env'>} Program It runs in the environment of the context. */
/**
 * @typedef {object} StepOptions
 * @property {string} title - of the progress step.
 * @property {string} [doneTitle] - replaces the title when the step is done.
 * @property {string} [hint] - is added to the error.
 * @property {number} [tailLines] - how many of the last lines the error contains.
 * @property {(line: string, step: import('./progress.mjs').Step) => void} [onLine]
 */

/**
 * Runs a program as one progress step, without its output.
 *
 * @param {Context} context
 * @param {Omit<Program, 'onLine'> & StepOptions} options
 * @returns {Promise<string>} the last lines of the output.
 * @throws {CommandError} with the end of the output when the program fails, or the reason why it cannot be run.
 */
export async function runStep(context, { title, doneTitle, hint, tailLines, onLine, ...program }) {
  const step = context.progress.step(title);
  const tail = createTail(tailLines);
  try {
    const code = await runToExitCode(context, {
      ...program,
      onLine(line) {
        tail.add(line);
        onLine?.(line, step);
      },
    });
    if (code !== 0) throw new CommandError(tail.text());
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    step.fail();
    throw hint === undefined ? error : new CommandError(`${error.message}\n${hint}`);
  }
  step.done(doneTitle);
  return tail.text();
}

/**
 * Runs a program until it exits, by default with its output in the terminal.
 *
 * @param {Context} context
 * @param {Program} program
 * @returns {Promise<number>} the exit code.
 * @throws {CommandError} when the program cannot be run.
 */
export async function runToExitCode({ env, session }, program) {
  const { code, failure } = await session.run({ ...program, env });
  if (failure !== undefined) throw createRunError(program.command, failure);
  return code ?? 1;
}

/**
 * @param {string} command
 * @param {string} failure - why it cannot be run.
 */
export function createRunError(command, failure) {
  return new CommandError(`${command} cannot be run: ${failure}`);
}
