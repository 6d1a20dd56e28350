import mongoose from 'mongoose';
import { type Settings, SettingsError } from '../config/env.js';
import { isDatabaseUnavailableError } from '../config/mongo.js';

/** One long question may take minutes here, unlike in a request: no limit on what a connection waits for. */
const CONNECT_OPTIONS = {
  serverSelectionTimeoutMS: 10_000,
  writeConcern: { w: 'majority', journal: true },
} as const;

/** Something that the person at the terminal can set right; its message is all that is printed. */
export class CommandError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
  }
}

/**
 * Does something with the database and closes it. The product may run meanwhile or not.
 *
 * @throws SettingsError without MONGODB_URI; CommandError when the database cannot be reached, or goes away on the way.
 */
export async function withDatabase<T>(
  { mongodbUri }: Pick<Settings, 'mongodbUri'>,
  run: () => Promise<T>,
): Promise<T> {
  if (mongodbUri === null) throw new SettingsError(['MONGODB_URI must be set: npm run sets it by itself']);
  try {
    await mongoose.connect(mongodbUri, CONNECT_OPTIONS).catch((error: unknown) => {
      throw toCommandError(error);
    });
    return await run();
  } catch (error) {
    throw isDatabaseUnavailableError(error) ? toCommandError(error) : error;
  } finally {
    await mongoose.disconnect();
  }
}

/** The reason as the driver tells it: it names the server, and not the password. */
function toCommandError(error: unknown): CommandError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandError(`The database cannot be reached: ${reason}`, { cause: error });
}

/** What the person at the terminal reads of an error: a sentence for what was foreseen, the stack of anything else. */
export function describeError(error: unknown): string {
  if (error instanceof CommandError || error instanceof SettingsError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
