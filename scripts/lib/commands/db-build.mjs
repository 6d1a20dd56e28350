import { buildNativeEngine } from '../database-package.mjs';

/** @typedef {import('../run-command.mjs').Context} Context */

/**
 * `npm run db:build`: builds the native database engine, once, into the user's cache folder.
 *
 * @param {Context} context
 * @returns {Promise<number>} the exit code.
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
    progress.line(`${wasBuilt ? 'The native database engine was already built' : 'Built'}: ${path}`);
    return 0;
  } catch (error) {
    if (!session.signal.aborted) step.fail();
    throw error;
  }
}

/**
 * Builds the native engine, unless DATABASE_ENGINE selects an engine.
 *
 * @param {Context} context
 */
export async function ensureNativeEngine(context) {
  if (!context.env.DATABASE_ENGINE) await dbBuild(context);
}
