import { openDatabase } from '../database.mjs';
import { withDotEnv } from '../environment.mjs';
import { installPackages } from '../install.mjs';
import { resolveDataDir } from '../paths.mjs';
import { requireFreePort } from '../port.mjs';
import { superviseApi } from '../supervise-api.mjs';
import { build } from '../turbo.mjs';

/**
 * `npm start`: runs the product on one port, built for production.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function start(baseContext) {
  const context = { ...baseContext, env: withDotEnv(baseContext.env) };
  await requireFreePort(context.env, 'npm start');

  const installed = installPackages(context);
  const built = installed.then((env) => build({ ...context, env }));
  const [uri] = await Promise.all([openDatabase(context, installed), built]);

  const env = {
    ...context.env,
    NODE_ENV: 'production',
    MONGODB_URI: uri,
    DATA_DIR: resolveDataDir(context.env),
  };
  const args = ['--enable-source-maps', 'apps/api/dist/index.js'];
  return superviseApi({ ...context, env }, { command: process.execPath, args });
}
