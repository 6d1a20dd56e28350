import { tmpdir } from 'node:os';
import { startGuarded } from './guarded-process.js';

/**
 * Runs a program to its end, under a watchdog: an installation ends with the process that needs it.
 *
 * @param {object} options
 * @param {string} options.command - full path of the program.
 * @param {string[]} options.args
 * @param {Record<string, string>} options.env - the complete environment.
 * @param {AbortSignal} options.signal
 * @param {(line: string) => void} [options.onLine]
 * @returns {Promise<{ isSuccess: boolean, output: string }>} `isSuccess` is true for exit code 0; `output` is stdout and
 *   stderr in the order of arrival, or the reason why the program could not be run.
 */
export async function runProgram({ command, args, env, signal, onLine = () => {} }) {
  signal.throwIfAborted();
  /** @type {string[]} */
  const lines = [];
  const child = startGuarded({
    command,
    args,
    env,
    cwd: tmpdir(),
    onLine(line) {
      lines.push(line);
      onLine(line);
    },
  });
  const onAbort = () => void child.stop();
  signal.addEventListener('abort', onAbort);
  const { code, failure } = await child.exited;
  signal.removeEventListener('abort', onAbort);
  signal.throwIfAborted();
  return { isSuccess: code === 0, output: failure ?? lines.join('\n') };
}
