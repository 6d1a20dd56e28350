import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from '../errors.mjs';

/**
 * Asks the user a question in the terminal.
 *
 * @param {string} question
 * @param {object} options
 * @param {boolean} [options.isHidden] - does not show the input.
 * @param {AbortSignal} options.signal
 * @param {NodeJS.ReadableStream} [options.input]
 * @param {NodeJS.WritableStream} [options.output]
 * @returns {Promise<string>}
 * @throws {CommandError} when the user ends the input with Ctrl-D.
 */
export async function prompt(
  question,
  { isHidden = false, signal, input = process.stdin, output = process.stderr },
) {
  // The line editor clears the line before it writes its own prompt; with a hidden input it writes nowhere.
  if (isHidden) output.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: isHidden ? silent : output, terminal: true });
  const stop = new AbortController();
  // In raw mode Ctrl-C is a key and not a signal, so it is forwarded as one.
  reader.on('SIGINT', () => {
    stop.abort();
    process.kill(process.pid, 'SIGINT');
  });
  const aborted = AbortSignal.any([signal, stop.signal]);
  try {
    return await reader.question(isHidden ? '' : question, { signal: aborted });
  } catch (error) {
    throw aborted.aborted ? error : new CommandError('Stopped before anything was sent.');
  } finally {
    reader.close();
    if (isHidden) output.write('\n');
  }
}
