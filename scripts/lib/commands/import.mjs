import { importFile } from '../../import.mjs';

/**
 * `npm run import -- FILE`: sends stories through the API of a product that runs.
 *
 * @type {import('../run-command.mjs').Command}
 */
export function importStories({ args, env, session }) {
  // In this process: it asks for a password, and a guarded program has no terminal to read from.
  // A file is named from where the command was given, which npm tells in INIT_CWD.
  const folder = env.INIT_CWD ?? process.cwd();
  const running = importFile({ args, folder, signal: session.signal });
  // A stop still tells what was sent.
  session.defer(() => running.catch(() => {}));
  return running;
}
