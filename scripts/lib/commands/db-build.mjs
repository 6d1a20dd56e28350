import { buildNativeEngine, DatabaseError } from '../database-package.mjs';

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
 * Selects the native engine for the programs of a command and builds it, once. Where it cannot be built, they use the
 * first engine that works. DATABASE_ENGINE takes precedence.
 *
 * @param {Context} context
 * @returns {Promise<Context>}
 */
export async function withNativeEngine(context) {
  const { env, progress, session } = context;
  if (env.DATABASE_ENGINE) return context;
  try {
    await dbBuild(context);
  } catch (error) {
    if (session.signal.aborted || !(error instanceof DatabaseError)) throw error;
    progress.line(`${error.message} Continuing with the first engine that works.`);
    return context;
  }
  return { ...context, env: { ...env, DATABASE_ENGINE: 'secantus-native' } };
}
