import { buildNativeEngine } from '../database-package.mjs';

/**
 * `npm run db:build`: the native database engine, once, into the user's cache folder.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function dbBuild({ env, progress, session }) {
  const step = progress.step('Building the native database engine');
  try {
    const { path, wasBuilt } = await buildNativeEngine({
      env,
      signal: session.signal,
      onProgress: (text) => step.update(text.replace(/…$/, '')),
    });
    step.done('The native database engine is built');
    progress.line(`${wasBuilt ? 'The native database engine was there already' : 'Built'}: ${path}`);
    return 0;
  } catch (error) {
    if (!session.signal.aborted) step.fail();
    throw error;
  }
}
