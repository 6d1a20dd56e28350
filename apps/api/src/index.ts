import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { parseEnv, processEnv, type Settings, SettingsError } from './config/env.js';
import { createLogger } from './config/logger.js';
import { connectDatabase } from './config/mongo.js';
import { loadSecrets } from './config/secrets.js';
import { createServer } from './server.js';

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** How long a stop may take before it is forced. */
const STOP_TIMEOUT_MS = 10_000;

/** Ends the process before it began, with a sentence for people. */
function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function readSettings() {
  try {
    const settings = parseEnv(processEnv());
    return { settings, secrets: loadSecrets(settings) };
  } catch (error) {
    if (error instanceof SettingsError) return refuse(error.message);
    throw error;
  }
}

/** The embedded database, for who has no MONGODB_URI; null where one is set. */
async function startEmbeddedDatabase(settings: Settings, logger: Logger) {
  const { startDatabase } = await import('@safarnama/database');
  const database = await startDatabase({
    dataDir: settings.dataDir,
    env: processEnv(),
    onProgress: (text) => logger.info(text),
  });
  logger.info(database.reason);
  return database;
}

async function main(): Promise<void> {
  const { settings, secrets } = readSettings();
  const logger = createLogger({ level: settings.logLevel, pretty: process.stdout.isTTY });
  let embedded: ReturnType<typeof startEmbeddedDatabase> | undefined;
  const findUri = async () => {
    if (settings.mongodbUri !== null) return settings.mongodbUri;
    embedded ??= startEmbeddedDatabase(settings, logger);
    // Without a database of its own nothing will come of waiting: the reason is for people to act on.
    return (await embedded.catch((error: Error) => refuse(error.message))).uri;
  };
  const database = connectDatabase(findUri, logger);
  const server = await createServer({
    settings,
    secrets,
    logger,
    isDatabaseUp: database.isUp,
    webFolder: existsSync(WEB_FOLDER) ? WEB_FOLDER : null,
  });

  server.http.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    refuse(
      `Port ${settings.port} is taken. Stop what listens there, or choose another with PORT=${settings.port + 1}.`,
    );
  });
  server.http.listen(settings.port, settings.host, () => {
    const { port } = server.http.address() as AddressInfo;
    void database.ready.then(() => process.stdout.write(`Safarnama is ready at http://localhost:${port}\n`));
  });

  closeWithGrace({ delay: STOP_TIMEOUT_MS, logger: false }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'stopping after an error nobody caught');
    await server.close();
    await database.close();
    await (await embedded?.catch(() => undefined))?.stop();
    if (err) process.exitCode = 1;
  });
}

await main();
