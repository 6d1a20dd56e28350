/**
 * `npm run migrate`: also `node apps/api/dist/migrations/main.js` where only the built product is. MONGODB_URI names the
 * database; the command sets it for the embedded one.
 */
import { CommandError, explain, withDatabase } from '../config/command.js';
import { parseEnv, processEnv } from '../config/env.js';
import { createLogger } from '../config/logger.js';
import { prepareDatabase } from '../config/mongo.js';
import { findObstacle, migrationStatus, runMigrations } from './run-migrations.js';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopping.abort());

async function tellStatus(): Promise<void> {
  for (const { name, row, isKnown } of await migrationStatus()) {
    const state =
      row === null
        ? 'not begun'
        : row.finishedAt
          ? `through since ${row.finishedAt.toISOString()}`
          : `under way since ${row.startedAt.toISOString()}`;
    const counts = row ? `, ${row.seen} documents seen, ${row.changed} changed` : '';
    process.stdout.write(`${name}: ${state}${counts}${isKnown ? '' : ' (of another version)'}\n`);
  }
}

async function main(args: readonly string[]): Promise<void> {
  const settings = parseEnv(processEnv());
  await withDatabase(settings, async () => {
    const obstacle = await findObstacle();
    if (obstacle !== null) throw new CommandError(obstacle);
    if (!args.includes('--status')) {
      await prepareDatabase();
      await runMigrations({
        logger: createLogger({ level: settings.logLevel, pretty: process.stdout.isTTY }),
        signal: stopping.signal,
      });
    }
    await tellStatus();
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isInterrupted = stopping.signal.aborted;
  process.stderr.write(
    `${isInterrupted ? 'Interrupted: the next run goes on from here.' : explain(error)}\n`,
  );
  process.exitCode = isInterrupted ? 130 : 1;
}
