/**
 * `npm run seed`: adds demo users, stories with pictures, comments and conversations through the services of the API.
 * Safe to repeat: it adds only what is missing. The password of the demo users is published, so a public site, or one
 * with other users on a database of another machine, is refused without --force.
 */
import mongoose from 'mongoose';
import { checkPepper } from '../../src/auth/pepper-check.js';
import { parseEnv, processEnv, type Settings } from '../../src/config/env.js';
import { createLogger } from '../../src/config/logger.js';
import { prepareDatabase } from '../../src/config/mongo.js';
import { loadSecrets } from '../../src/config/secrets.js';
import { CommandError, runMain, withDatabase } from '../../src/lib/command.js';
import { findMigrationBlocker } from '../../src/migrations/run-migrations.js';
import { createServer } from '../../src/server.js';
import { requireTrialSite } from './require-trial-site.js';
import { type Added, seed } from './seed.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_USERS } from './users.js';

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printSummary(added: Added, seconds: string): void {
  const parts = Object.entries(added).filter(([, count]) => count > 0);
  print(
    parts.length === 0
      ? 'Everything exists already: nothing added.'
      : `Added ${parts.map(([name, count]) => `${count} ${name}`).join(', ')} in ${seconds} s.`,
  );
  print('Sign in with one of these accounts:');
  for (const key of DEMO_ACCOUNTS) {
    print(`  ${DEMO_USERS[key].fullName.padEnd(16)} ${DEMO_USERS[key].email.padEnd(30)} ${DEMO_PASSWORD}`);
  }
}

async function run(settings: Settings): Promise<void> {
  const logger = createLogger({ level: 'warn' });
  const startedAt = Date.now();
  if (!process.argv.includes('--force')) await requireTrialSite(settings);
  const secrets = loadSecrets(settings);
  const problem = (await findMigrationBlocker()) ?? (await checkPepper(secrets.passwordPepper));
  if (problem !== null) throw new CommandError(problem);
  await prepareDatabase();
  const server = await createServer({
    settings,
    secrets,
    logger,
    isDatabaseUp: () => mongoose.connection.readyState === mongoose.ConnectionStates.connected,
    webFolder: null,
  });
  try {
    const added = await seed(server.services, { now: new Date(), userAgent: 'npm run seed', log: print });
    printSummary(added, ((Date.now() - startedAt) / 1000).toFixed(1));
  } finally {
    await server.close();
  }
}

await runMain(async () => {
  const settings = parseEnv(processEnv());
  await withDatabase(settings, () => run(settings));
  return 0;
});
