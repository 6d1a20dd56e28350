import mongoose from 'mongoose';
import type { Logger } from 'pino';
import { MAX_POOL_SIZE, watchPool } from '../lib/database-pool.js';

// Rejects operators in a filter unless they are wrapped in `mongoose.trusted`.
mongoose.set('sanitizeFilter', true);
mongoose.set('strictQuery', true);
// `prepareDatabase` creates collections and indexes one at a time. Mongoose creates them in parallel, which can hang
// one of the embedded engines.
mongoose.set('autoCreate', false);
mongoose.set('autoIndex', false);
// A query on a closed connection fails at once, and the request gets 503 instead of waiting.
mongoose.set('bufferCommands', false);

/**
 * 2 s to select a server, and 3.5 s for an operation on a connection whose peer has stopped responding, stay below the
 * 6 s within which a request must get 503. `createAbortWhenDatabaseUnavailable` ends the wait for a free connection and
 * for further operations.
 */
const SERVER_SELECTION_TIMEOUT_MS = 2_000;
const SOCKET_TIMEOUT_MS = 3_500;
const RETRY_DELAY_MS = 1_000;
/** Time after which the log says that indexes are being built. */
const SLOW_PREPARATION_MS = 3_000;

/** Without a socket timeout: building a new index of a large collection is one command that takes minutes. */
const PREPARATION_OPTIONS: mongoose.ConnectOptions = {
  serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
  connectTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
  waitQueueTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
  // Detects a restarted server within a second, and ends the commands on a server that has stopped responding.
  heartbeatFrequencyMS: 1_000,
  serverMonitoringMode: 'poll',
  // Retrying a read would double the time until 503.
  retryReads: false,
  maxPoolSize: MAX_POOL_SIZE,
  // An acknowledged write is on disk.
  writeConcern: { w: 'majority', journal: true },
};

const OPTIONS: mongoose.ConnectOptions = { ...PREPARATION_OPTIONS, socketTimeoutMS: SOCKET_TIMEOUT_MS };

/** The database connection of this process, restored automatically. */
export interface Database {
  /** True while connected, once collections and indexes exist. */
  isUp(): boolean;
  /** Resolves when the database is up for the first time, or when the connection is closed before that. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/** Creates all collections and indexes, one at a time. Idempotent. */
export async function prepareDatabase(): Promise<void> {
  for (const model of Object.values(mongoose.models)) {
    await model.createCollection();
    await model.ensureIndexes();
  }
}

async function openConnection(uri: string, options: mongoose.ConnectOptions): Promise<void> {
  const connecting = mongoose.connect(uri, options);
  // The client exists already but opens its first connection later, so that every connection is counted.
  watchPool(mongoose.connection.getClient());
  await connecting;
}

/**
 * Connects to MongoDB, retrying indefinitely while it is unavailable.
 *
 * @param findUri - returns the connection string; called before each attempt.
 * @param beforeReady - inspects the stored data before requests are served.
 */
export function connectDatabase(
  findUri: () => Promise<string>,
  logger: Logger,
  beforeReady: () => Promise<void> = async () => {},
): Database {
  let isClosed = false;
  let isPrepared = false;

  async function connect(): Promise<void> {
    for (let attempt = 1; !isClosed; attempt += 1) {
      try {
        const uri = await findUri();
        if (isClosed) return;
        await openConnection(uri, PREPARATION_OPTIONS);
        await beforeReady();
        const notice = setTimeout(
          () => logger.info('Building database indexes; requests get 503 until they are complete'),
          SLOW_PREPARATION_MS,
        );
        await prepareDatabase().finally(() => clearTimeout(notice));
        await mongoose.disconnect();
        if (isClosed) return;
        await openConnection(uri, OPTIONS);
        isPrepared = true;
        return;
      } catch (error) {
        logger.warn({ err: error, attempt }, 'Failed to connect to the database; retrying');
        // A client whose first connection failed can stay closed; the next attempt creates a new one.
        await mongoose.disconnect().catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      }
    }
  }
  mongoose.connection.on(
    'disconnected',
    () => isPrepared && !isClosed && logger.warn('Lost the database connection'),
  );
  mongoose.connection.on('reconnected', () => logger.info('Restored the database connection'));
  // Until the database is prepared, `connect` logs each failed attempt.
  mongoose.connection.on(
    'error',
    (error) => isPrepared && logger.warn({ err: error }, 'Database connection error'),
  );

  return {
    isUp: () => isPrepared && mongoose.connection.readyState === mongoose.ConnectionStates.connected,
    ready: connect(),
    async close() {
      isClosed = true;
      await mongoose.disconnect();
    },
  };
}
