/**
 * `npm run migrate`; in a deployed build, `node apps/api/dist/migrations/main.js`. MONGODB_URI selects the database;
 * the npm script sets it to the embedded one.
 */

import { parseEnv, processEnv } from '../config/env.js';
import { createLogger } from '../config/logger.js';
import { prepareDatabase } from '../config/mongo.js';
import {
  CommandError,
  createInterruptSignal,
  parseStrict,
  readUsage,
  runMain,
  withDatabase,
} from '../lib/command.js';
import {
  findMigrationBlocker,
  listMigrationStatus,
  resetMigrations,
  runMigrations,
} from './run-migrations.js';

const USAGE = readUsage('migrate');

const signal = createInterruptSignal();

async function printStatus(): Promise<void> {
  for (const { name, row, isKnown } of await listMigrationStatus()) {
    const state =
      row === null
        ? 'pending'
        : row.finishedAt
          ? `finished ${row.finishedAt.toISOString()}`
          : `running since ${row.startedAt.toISOString()}`;
    const counts = row ? `, ${row.seen} documents seen, ${row.changed} changed` : '';
    process.stdout.write(`${name}: ${state}${counts}${isKnown ? '' : ' (of another version)'}\n`);
  }
}

async function main(args: string[]): Promise<number> {
  const { values } = parseStrict({
    args,
    options: {
      status: { type: 'boolean' },
      repeat: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    maxPositionals: 0,
    usage: USAGE,
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  if (values.status && values.repeat) throw new CommandError(USAGE);
  const settings = parseEnv(processEnv());
  await withDatabase(settings, async () => {
    const blocker = await findMigrationBlocker();
    if (blocker !== null) throw new CommandError(blocker);
    if (!values.status) {
      await prepareDatabase();
      if (values.repeat) await resetMigrations();
      await runMigrations({
        logger: createLogger({ level: settings.logLevel, pretty: process.stdout.isTTY }),
        signal,
      });
    }
    await printStatus();
  });
  return 0;
}

await runMain(() => main(process.argv.slice(2)), {
  signal,
  interruptedMessage: 'Interrupted. The next run without --repeat continues from here.',
});
