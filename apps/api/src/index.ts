import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { checkPepper } from './auth/pepper-check.js';
import { localUrl, processEnv, readEnv, type Settings, SettingsError } from './config/env.js';
import { createLogger } from './config/logger.js';
import { connectDatabase, type Database } from './config/mongo.js';
import { loadSecrets } from './config/secrets.js';
import { runJob } from './lib/job-lease.js';
import { startMigrations } from './migrations/background-migrations.js';
import { findMigrationBlocker } from './migrations/run-migrations.js';
import { startSchedules } from './schedules.js';
import { createServer } from './server.js';

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** `npm run dev` runs this file from source, and the web app in a server of its own. */
const IS_DEVELOPMENT = import.meta.url.endsWith('.ts');
/** Time until the process is forced to exit: 9.5 s for running requests and 5 s for an embedded database. */
const STOP_TIMEOUT_MS = 15_000;
/** EX_CONFIG of sysexits.h: another start would fail in the same way, so a supervisor must not restart the process. */
const REFUSED_EXIT_CODE = 78;
const UNCAUGHT_ERROR_EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/** Prints a message for the operator, who has to act before the next start, and exits. */
function exitWithMessage(message: string, exitCode = REFUSED_EXIT_CODE): never {
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
}

function exitAtWrongSettings(error: unknown): never {
  if (error instanceof SettingsError) exitWithMessage(error.message);
  throw error;
}

function readSettings() {
  try {
    const { settings, faults } = readEnv(processEnv());
    return { settings, secrets: loadSecrets(settings, faults) };
  } catch (error) {
    return exitAtWrongSettings(error);
  }
}

/** Starts the embedded database, which is used without MONGODB_URI. */
async function startEmbeddedDatabase(settings: Settings, logger: Logger, signal: AbortSignal) {
  const { startDatabase } = await import('@safarnama/database');
  const database = await startDatabase({
    dataDir: settings.dataDir,
    env: processEnv(),
    signal,
    onProgress: (text) => logger.info(text),
  });
  logger.info(database.reason);
  return database;
}

/** Explains why the server cannot listen on its address; null for any other error. */
function explainListenError(code: string | undefined, { host, port }: Settings): string | null {
  const alternative = `choose another with PORT=${port < 65_535 ? port + 1 : 3000}.`;
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the process that uses it, or ${alternative}`;
  if (code === 'EACCES') return `This account may not use port ${port}: ${alternative}`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST is ${host}, which is not an address of this machine.`;
  }
  return null;
}

async function listen(http: Server, settings: Settings): Promise<number> {
  try {
    http.listen(settings.port, settings.host);
    await once(http, 'listening');
  } catch (error) {
    const message = explainListenError((error as NodeJS.ErrnoException).code, settings);
    if (message === null) throw error;
    exitWithMessage(message);
  }
  return (http.address() as AddressInfo).port;
}

async function main(): Promise<void> {
  const { settings, secrets } = readSettings();
  const logger = createLogger({ level: settings.logLevel, pretty: process.stdout.isTTY });
  let database: Database | undefined;
  let migrations: ReturnType<typeof startMigrations> | undefined;
  let embeddedDatabase: Awaited<ReturnType<typeof startEmbeddedDatabase>> | undefined;
  const shutdown = new AbortController();
  // In development, the folder may contain an earlier build. During a build it exists before its index.html.
  const hasWebApp = !IS_DEVELOPMENT && existsSync(path.join(WEB_FOLDER, 'index.html'));
  const webFolder = hasWebApp ? WEB_FOLDER : null;
  const isDatabaseUp = () => database?.isUp() ?? false;
  const server = await createServer({
    settings,
    secrets,
    logger,
    isDatabaseUp,
    webFolder,
  }).catch(exitAtWrongSettings);
  const { search } = server.services;
  const schedules = startSchedules({ services: server.services, runJob, isDatabaseUp, logger });

  let hasFailed = false;
  const grace = closeWithGrace(
    { delay: STOP_TIMEOUT_MS, logger: false, skip: [...UNCAUGHT_ERROR_EVENTS] },
    async () => {
      shutdown.abort();
      schedules.stop();
      // Before the requests end, so that a migration uses none of the time for the stop.
      const migrationsEnd = migrations?.stop();
      await server.close();
      await migrationsEnd;
      await database?.close();
      await embeddedDatabase?.stop();
      if (hasFailed) process.exit(1);
    },
  );
  // At a second error, close-with-grace would exit at once, without logging it.
  const handleUncaughtError = (err: unknown) => {
    const isStopping = shutdown.signal.aborted;
    logger.fatal({ err }, isStopping ? 'Uncaught error while stopping' : 'Stopping after an uncaught error');
    hasFailed = true;
    if (!isStopping) grace.close();
  };
  for (const event of UNCAUGHT_ERROR_EVENTS) process.on(event, handleUncaughtError);

  // Listens before the database starts, so that a port in use is reported at once.
  const port = await listen(server.http, settings);
  if (webFolder === null && !IS_DEVELOPMENT) {
    const message = 'Serving only the API: the web app is not built. To build it: npm run build';
    logger.warn({ folder: WEB_FOLDER }, message);
  }
  if (settings.publicUrl?.startsWith('https:') && settings.trustProxy === 0) {
    logger.warn(
      'TRUST_PROXY is not set. Behind a proxy on this machine that adds no X-Forwarded-For, every visitor counts as ' +
        'this machine: without limits by address, and allowed to read /metrics',
    );
  }
  const resolveDatabaseUri = async () => {
    if (settings.mongodbUri !== null) return settings.mongodbUri;
    embeddedDatabase ??= await startEmbeddedDatabase(settings, logger, shutdown.signal).catch(
      (error: Error) => {
        if (shutdown.signal.aborted) throw error;
        // Another start of the process may succeed, for example on a machine that is less busy.
        return exitWithMessage(error.message, 1);
      },
    );
    return embeddedDatabase.uri;
  };
  database = connectDatabase(resolveDatabaseUri, logger, async () => {
    const problem = (await findMigrationBlocker()) ?? (await checkPepper(secrets.passwordPepper));
    if (problem !== null) exitWithMessage(problem);
  });
  await database.ready;
  if (shutdown.signal.aborted) return;
  // In the background: readers also accept the older document formats.
  migrations = startMigrations(logger);
  // In the background: until it ends, a search waits for a few seconds and may then lack the older stories.
  search.load().catch((error: unknown) => logger.warn({ err: error }, 'Failed to load the search index'));
  if (!database.isUp()) return;
  const subject = IS_DEVELOPMENT ? 'The API' : 'Safarnama';
  process.stdout.write(`${subject} is ready at ${localUrl(settings.host, port)}\n`);
}

await main();
