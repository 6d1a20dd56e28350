/**
 * `npm run seed`: people, stories with pictures, comments and conversations to try the product with. Goes through the
 * services, so that all is made as the API makes it. Another run adds what is missing, which usually is nothing.
 */
import { parseEnv, processEnv, type Settings, SettingsError } from '../../src/config/env.js';
import { createLogger } from '../../src/config/logger.js';
import { connectDatabase } from '../../src/config/mongo.js';
import { loadSecrets } from '../../src/config/secrets.js';
import { createServer } from '../../src/server.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, PEOPLE } from './people.js';
import { type Added, seed } from './seed.js';

const CONNECT_TIMEOUT_MS = 15_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function tell(added: Added, seconds: string): void {
  const parts = Object.entries(added).filter(([, count]) => count > 0);
  say(
    parts.length === 0
      ? 'Everything was there already: nothing added.'
      : `Added ${parts.map(([name, count]) => `${count} ${name}`).join(', ')} in ${seconds} s.`,
  );
  say('Sign in as one of these:');
  for (const key of DEMO_ACCOUNTS) {
    say(`  ${PEOPLE[key].fullName.padEnd(16)} ${PEOPLE[key].email.padEnd(30)} ${DEMO_PASSWORD}`);
  }
}

async function run(settings: Settings): Promise<void> {
  const { mongodbUri } = settings;
  if (mongodbUri === null) throw new SettingsError(['MONGODB_URI must be set: npm run seed sets it']);
  const logger = createLogger({ level: 'warn' });
  const startedAt = Date.now();
  const database = connectDatabase(async () => mongodbUri, logger);
  const timeout = setTimeout(() => {
    process.stderr.write('The database cannot be reached.\n');
    process.exit(1);
  }, CONNECT_TIMEOUT_MS);
  await database.ready;
  clearTimeout(timeout);
  const server = await createServer({
    settings,
    secrets: loadSecrets(settings),
    logger,
    isDatabaseUp: database.isUp,
    webFolder: null,
  });
  try {
    const added = await seed(server.services, { now: new Date(), userAgent: 'npm run seed', say });
    tell(added, ((Date.now() - startedAt) / 1000).toFixed(1));
  } finally {
    await server.close();
    await database.close();
  }
}

try {
  await run(parseEnv(processEnv()));
} catch (error) {
  const isForeseen = error instanceof SettingsError;
  process.stderr.write(`${isForeseen ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}
