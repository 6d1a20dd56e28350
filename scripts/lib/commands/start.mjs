import { openDatabase } from '../database.mjs';
import { withDotEnv } from '../environment.mjs';
import { resolveDataDir } from '../paths.mjs';
import { requireFreePort } from '../port.mjs';
import { prepare } from '../prepare.mjs';
import { superviseApi } from '../supervise-api.mjs';

/**
 * `npm start`: runs the product on one port, built for production.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function start(baseContext) {
  const context = { ...baseContext, env: withDotEnv(baseContext.env) };
  await requireFreePort(context.env, 'npm start');

  const { uri } = await prepare(context, openDatabase);
  const env = {
    // The API needs no pnpm.
    ...context.env,
    NODE_ENV: 'production',
    MONGODB_URI: uri,
    DATA_DIR: resolveDataDir(context.env),
  };
  const args = ['--enable-source-maps', 'apps/api/dist/index.js'];
  return superviseApi({ ...context, env }, { command: process.execPath, args });
}
