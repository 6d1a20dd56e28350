import { mongo } from 'mongoose';

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
/**
 * Socket errors of the operating system. Without a `syscall`, they mean that the client of a request has disconnected.
 */
const SOCKET_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);
/**
 * ShutdownInProgress, MaxTimeMSExpired, PrimarySteppedDown, NotWritablePrimary, InterruptedAtShutdown and related
 * codes.
 */
const SERVER_CODES = new Set([50, 91, 189, 10107, 11600, 11602, 13435, 13436]);
const DUPLICATE_KEY = 11_000;

/** True for every error by which the driver reports an unavailable database. */
export function isDatabaseUnavailableError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'MongooseError') return error.message.includes('bufferCommands');
  if (CONNECTION_ERRORS.has(error.name)) return true;
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'number' && SERVER_CODES.has(code)) return true;
  // A server that is shutting down also causes plain socket errors, and errors that wrap them.
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return true;
  if (typeof code === 'string' && SOCKET_CODES.has(code)) return 'syscall' in error;
  return error.cause !== undefined && isDatabaseUnavailableError(error.cause);
}

/** True when an unordered insert stored all documents except those that a unique index rejected. */
export function isOnlyDuplicateKeys(error: unknown): boolean {
  if (!(error instanceof mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) return false;
  const writeErrors = [error.writeErrors].flat();
  return writeErrors.length > 0 && writeErrors.every(({ code }) => code === DUPLICATE_KEY);
}

/**
 * True when a write violated the unique index on `field`. Some engines send no `keyPattern`: then the name of the index
 * in the message consists of its fields, such as `userId_1_key_1`.
 */
export function isDuplicateKeyError(error: unknown, field: string): boolean {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== DUPLICATE_KEY) return false;
  const keyPattern = (error as { keyPattern?: Record<string, unknown> }).keyPattern;
  if (keyPattern) return field in keyPattern;
  return new RegExp(` index: (\\S+_)?${field}_(-?1)?[ _]`).test(error.message);
}
