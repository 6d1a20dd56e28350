/**
 * `npm run migrate`; in a deployed build, `node apps/api/dist/migrations/main.js`. MONGODB_URI selects the database;
 * the npm script sets it to the embedded one.
 */

import { parseEnv, processEnv } from '../config/env.js';
import { createLogger } from '../config/logger.js';
import { prepareDatabase } from '../config/mongo.js';
import { CommandError, describeError, withDatabase } from '../lib/command.js';
import { findMigrationBlocker, listMigrationStatus, runMigrations } from './run-migrations.js';

const abortController = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => abortController.abort());

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

async function main(args: readonly string[]): Promise<void> {
  const settings = parseEnv(processEnv());
  await withDatabase(settings, async () => {
    const blocker = await findMigrationBlocker();
    if (blocker !== null) throw new CommandError(blocker);
    if (!args.includes('--status')) {
      await prepareDatabase();
      await runMigrations({
        logger: createLogger({ level: settings.logLevel, pretty: process.stdout.isTTY }),
        signal: abortController.signal,
      });
    }
    await printStatus();
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isInterrupted = abortController.signal.aborted;
  process.stderr.write(
    `${isInterrupted ? 'Interrupted. The next run continues from here.' : describeError(error)}\n`,
  );
  process.exitCode = isInterrupted ? 130 : 1;
}
