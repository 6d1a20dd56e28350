import { readFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import mongoose from 'mongoose';
import { type Settings, SettingsError } from '../config/env.js';
// Sets the options of mongoose, so that connecting creates no collections and indexes.
import '../config/mongo.js';
import { isDatabaseUnavailableError } from './mongo-errors.js';

/** Sets no socket timeout: unlike in a request, a single query may take minutes. */
const CONNECT_OPTIONS = {
  serverSelectionTimeoutMS: 10_000,
  writeConcern: { w: 'majority', journal: true },
} as const;

/** A failure that the operator can fix; only its message is printed. */
export class CommandError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
  }
}

/** The program of each command, and its first argument, in a deployed build, which may have no npm. */
const PROGRAMS = {
  admin: 'admin.js',
  backup: 'backup/main.js backup',
  migrate: 'migrations/main.js',
  restore: 'backup/main.js restore',
} as const;
type CommandName = keyof typeof PROGRAMS;

/** Returns the beginning of the command line of a command: of the npm script, or of the program in a deployed build. */
export function commandLine(name: CommandName): string {
  // The npm scripts run the programs from source.
  const isBuilt = import.meta.url.endsWith('.js');
  return isBuilt ? `node apps/api/dist/${PROGRAMS[name]}` : `npm run ${name} --`;
}

/** Reads the usage of a command. The scripts print the same files, because the programs need a build. */
export function readUsage(name: CommandName): string {
  const usage = readFileSync(new URL(`../../usage/${name}.txt`, import.meta.url), 'utf8');
  return usage.replaceAll('{command}', commandLine(name)).trimEnd();
}

/** Exit code after an interruption by a signal. */
const INTERRUPTED = 130;

interface InterruptOptions {
  /** Aborted by the signal that interrupts the command. */
  signal?: AbortSignal;
  /** Printed when `signal` was aborted. */
  interruptedMessage?: string;
}

/** Returns a signal that the first SIGINT, SIGTERM or SIGHUP aborts; the second one ends the process. */
export function createInterruptSignal(): AbortSignal {
  const abortController = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => abortController.abort());
  return abortController.signal;
}

/**
 * Runs a terminal command and sets the exit code: the one that `main` returns, 1 after an error or when its output
 * could not be written, 130 after an interruption. Prints the error to stderr.
 */
export async function runMain(
  main: () => Promise<number>,
  { signal, interruptedMessage = 'Interrupted.' }: InterruptOptions = {},
): Promise<void> {
  let hasLostOutput = false;
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', ({ code }: NodeJS.ErrnoException) => {
      // A closed terminal or pipe, as of `| head`, must not end the command before its cleanup.
      if (code === 'EPIPE' || code === 'EIO') return;
      hasLostOutput = true;
      process.exitCode = 1;
    });
  }
  try {
    const exitCode = await main();
    process.exitCode = hasLostOutput ? 1 : exitCode;
  } catch (error) {
    const isInterrupted = signal?.aborted ?? false;
    process.stderr.write(`${isInterrupted ? interruptedMessage : describeError(error)}\n`);
    process.exitCode = isInterrupted ? INTERRUPTED : 1;
  }
}

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

interface ArgumentsConfig<T extends OptionsConfig> {
  args: string[];
  options: T;
  maxPositionals: number;
  /** Printed below the reason. */
  usage: string;
}

/** Parses the arguments of a terminal command. @throws CommandError with the usage for any that it does not have. */
export function parseStrict<T extends OptionsConfig>({
  args,
  options,
  maxPositionals,
  usage,
}: ArgumentsConfig<T>): ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>> {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true });
    const surplus = parsed.positionals[maxPositionals];
    if (surplus === undefined) return parsed;
    throw new TypeError(`Unexpected argument '${surplus}'`);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandError(`${error.message}\n\n${usage}`);
  }
}

/**
 * Runs a task with a database connection and closes it. Works whether or not the product is running.
 *
 * @throws SettingsError without MONGODB_URI; CommandError when the database is or becomes unavailable.
 */
export async function withDatabase<T>(
  { mongodbUri }: Pick<Settings, 'mongodbUri'>,
  run: () => Promise<T>,
): Promise<T> {
  if (mongodbUri === null) throw new SettingsError(['MONGODB_URI must be set']);
  try {
    await mongoose.connect(mongodbUri, CONNECT_OPTIONS).catch((error: unknown) => {
      throw toCommandError(error);
    });
    return await run().catch((error: unknown) => {
      throw isDatabaseUnavailableError(error) ? toCommandError(error) : error;
    });
  } finally {
    await mongoose.disconnect();
  }
}

/** Quotes the driver's message, which names the server but not the password. */
function toCommandError(error: unknown): CommandError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandError(`Failed to connect to the database: ${reason}`, { cause: error });
}

/** Formats a count, such as `1 user` or `2 users`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Formats an error for the terminal: the message of an expected failure, the stack of any other. */
export function describeError(error: unknown): string {
  if (error instanceof CommandError || error instanceof SettingsError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
