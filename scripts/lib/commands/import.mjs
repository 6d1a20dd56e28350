import { join } from 'node:path';
import { withDotEnv } from '../environment.mjs';
import { ROOT } from '../paths.mjs';

/**
 * `npm run import -- FILE`: sends stories through the API of a product that runs.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function importStories({ args, env, session }) {
  const { code } = await session.run({
    command: process.execPath,
    args: [join(ROOT, 'scripts', 'import.mjs'), ...args],
    env: withDotEnv(env),
    // A file is named from where the command was given, which npm tells in INIT_CWD.
    cwd: env.INIT_CWD ?? process.cwd(),
  });
  return code ?? 1;
}
