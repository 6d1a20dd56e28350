import { withDotEnv } from '../environment.mjs';
import { withPackages } from '../install.mjs';
import { readApiOrigin } from '../port.mjs';

/**
 * `npm run import -- FILE`: sends stories through the API of a running product, by default the one of this folder.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function importStories(context) {
  const { args, env, session } = await withPackages(context);
  const { importFile } = await import('../import/import-file.mjs');
  // In this process, because it asks for a password and a guarded program has no standard input.
  const running = importFile({
    args,
    folder: env.INIT_CWD ?? process.cwd(),
    defaultUrl: readApiOrigin(withDotEnv(env)),
    signal: session.signal,
  });
  // When stopped, it still reports what was sent.
  session.defer(() => running.catch(() => {}));
  return running;
}
