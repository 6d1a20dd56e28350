/**
 * `npm run migrate`: also `node apps/api/dist/migrations/main.js` where only the built product is. MONGODB_URI names the
 * database; the command sets it for the embedded one.
 */
import mongoose from 'mongoose';
import { parseEnv, processEnv, SettingsError } from '../config/env.js';
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

async function main(args: readonly string[]): Promise<number> {
  const { mongodbUri, logLevel } = parseEnv(processEnv());
  if (mongodbUri === null) throw new SettingsError(['MONGODB_URI must be set: npm run migrate sets it']);
  await mongoose.connect(mongodbUri, {
    serverSelectionTimeoutMS: 10_000,
    writeConcern: { w: 'majority', journal: true },
  });
  try {
    const obstacle = await findObstacle();
    if (obstacle !== null) {
      process.stderr.write(`${obstacle}\n`);
      return 1;
    }
    if (!args.includes('--status')) {
      await prepareDatabase();
      await runMigrations({
        logger: createLogger({ level: logLevel, pretty: process.stdout.isTTY }),
        signal: stopping.signal,
      });
    }
    await tellStatus();
    return 0;
  } finally {
    await mongoose.disconnect();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { stack, message } = error as Error;
  const text = error instanceof SettingsError ? message : (stack ?? message);
  process.stderr.write(
    `${stopping.signal.aborted ? 'Interrupted: the next run goes on from here.' : text}\n`,
  );
  process.exitCode = stopping.signal.aborted ? 130 : 1;
}
