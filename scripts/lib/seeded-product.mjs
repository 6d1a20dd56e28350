import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { openDatabase } from './database.mjs';
import { createTail } from './database-package.mjs';
import { withoutDeployment } from './environment.mjs';
import { CommandError } from './errors.mjs';
import { ROOT } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { runStep, runToExitCode } from './run-step.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */

const READY = /is ready at (http:\/\/localhost:\d+)/;

/**
 * Builds the product and starts it on a free port with seeded users and stories, with a separate database and a
 * temporary data folder. All of it ends with the command.
 *
 * @param {Context} baseContext
 * @returns {Promise<Context & { url: string }>} with the product's environment and address.
 * @throws {CommandError}
 */
export async function startSeededProduct(baseContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'safarnama-seeded-'));
  baseContext.session.defer(() => rm(dataDir, { recursive: true, force: true }));
  // Never the database or the bucket that the user has configured.
  const context = { ...baseContext, env: { ...withoutDeployment(baseContext.env), DATA_DIR: dataDir } };

  const { env, uri } = await prepare(context, openDatabase);
  const ready = { ...context, env: { ...env, MONGODB_URI: uri } };

  await runStep(ready, {
    title: 'Seeding',
    command: 'pnpm',
    args: ['--silent', 'run', 'seed'],
    cwd: join(ROOT, 'apps', 'api'),
  });
  return { ...ready, url: await startApi(ready) };
}

/**
 * Starts the API on a free port; it ends with the command.
 *
 * @param {Context} context
 * @returns {Promise<string>} its address.
 */
function startApi(context) {
  const apiContext = { ...context, env: { ...context.env, NODE_ENV: 'production', PORT: '0' } };
  const tail = createTail();
  return new Promise((resolve, reject) => {
    const running = runToExitCode(apiContext, {
      command: process.execPath,
      args: ['--enable-source-maps', 'apps/api/dist/index.js'],
      onLine(line) {
        tail.add(line);
        const address = READY.exec(line)?.[1];
        if (address !== undefined) resolve(address);
      },
    });
    running.then(() => reject(new CommandError(`The server exited:\n${tail.text()}`)), reject);
  });
}
