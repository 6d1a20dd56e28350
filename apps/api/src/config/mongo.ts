import mongoose from 'mongoose';
import type { Logger } from 'pino';
import { MAX_POOL_SIZE, watchPool } from '../lib/database-pool.js';

// Operators in a filter are refused unless the code marks them with `mongoose.trusted`.
mongoose.set('sanitizeFilter', true);
mongoose.set('strictQuery', true);
// Collections and indexes are made by `prepareDatabase`, one at a time: made in parallel, as mongoose
// does by default, they can hang one of the embedded engines.
mongoose.set('autoCreate', false);
mongoose.set('autoIndex', false);
// A query on a closed connection fails at once, and the request answers 503, instead of waiting.
mongoose.set('bufferCommands', false);

/**
 * Together under the 6 s in which a request must have answered 503: finding a server 2 s, and 3.5 s for
 * one operation on a connection whose other side no longer answers.
 */
const SERVER_SELECTION_TIMEOUT_MS = 2_000;
const SOCKET_TIMEOUT_MS = 3_500;
const RETRY_DELAY_MS = 1_000;

const OPTIONS: mongoose.ConnectOptions = {
  serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
  connectTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
  waitQueueTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
  socketTimeoutMS: SOCKET_TIMEOUT_MS,
  // How soon a server that is back is noticed.
  heartbeatFrequencyMS: 1_000,
  serverMonitoringMode: 'poll',
  // A second try of a read would double the time until 503.
  retryReads: false,
  maxPoolSize: MAX_POOL_SIZE,
  // An acknowledged write is on disk.
  writeConcern: { w: 'majority', journal: true },
};

/** The connection of this process, which comes and goes with the database. */
export interface Database {
  /** True once connected and prepared, and while the connection stands. */
  isUp(): boolean;
  /** Resolves when the first connection is prepared. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/** Makes every collection and its indexes, one at a time. Safe to repeat. */
export async function prepareDatabase(): Promise<void> {
  for (const model of Object.values(mongoose.models)) {
    await model.createCollection();
    await model.ensureIndexes();
  }
}

/**
 * Connects to MongoDB and keeps trying, without end, while it is away.
 *
 * @param findUri - gives the address; asked again before each attempt.
 * @param beforeReady - looks at what is stored before anybody is served.
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
        const connecting = mongoose.connect(await findUri(), OPTIONS);
        // Its client is there at once, and makes its first connection only after this turn: none goes uncounted.
        watchPool(mongoose.connection.getClient());
        await connecting;
        await beforeReady();
        await prepareDatabase();
        isPrepared = true;
        return;
      } catch (error) {
        logger.warn({ err: error, attempt }, 'the database cannot be reached; trying again');
        // A client whose first connection failed can stay closed for good: the next attempt gets a new one.
        await mongoose.disconnect().catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      }
    }
  }
  mongoose.connection.on(
    'disconnected',
    () => isPrepared && !isClosed && logger.warn('the database is gone'),
  );
  mongoose.connection.on('reconnected', () => logger.info('the database is back'));
  mongoose.connection.on('error', (error) => logger.warn({ err: error }, 'database connection'));

  return {
    isUp: () => isPrepared && mongoose.connection.readyState === mongoose.ConnectionStates.connected,
    ready: connect(),
    async close() {
      isClosed = true;
      await mongoose.disconnect();
    },
  };
}

const CONNECTION_ERRORS = new Set([
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoServerSelectionError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
  'MongooseServerSelectionError',
]);
/** Of the operating system. Without its `syscall` they tell of a client that went away. */
const SOCKET_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);
/** ShutdownInProgress, MaxTimeMSExpired, PrimarySteppedDown, NotWritablePrimary, InterruptedAtShutdown and kin. */
const SERVER_CODES = new Set([50, 91, 189, 10107, 11600, 11602, 13435, 13436]);

/** True for every way in which the driver says that the database is away. */
export function isDatabaseUnavailableError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'MongooseError') return error.message.includes('bufferCommands');
  if (CONNECTION_ERRORS.has(error.name)) return true;
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'number' && SERVER_CODES.has(code)) return true;
  // A dying server also gives plain socket errors, and errors that wrap them.
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return true;
  if (typeof code === 'string' && SOCKET_CODES.has(code)) return 'syscall' in error;
  return error.cause !== undefined && isDatabaseUnavailableError(error.cause);
}

/** True when a write broke the unique index on `field`. Some engines name it only in the message. */
export function isDuplicateKeyError(error: unknown, field: string): boolean {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== 11000) return false;
  const keyPattern = (error as { keyPattern?: Record<string, unknown> }).keyPattern;
  return keyPattern ? field in keyPattern : error.message.includes(field);
}
