import { type DestinationStream, type Logger, pino } from 'pino';

/** What must never reach a log, wherever it stands in a logged object. */
const REDACTED = [
  'password',
  'currentPassword',
  'cookie',
  'authorization',
  'token',
  'text',
  'image',
  'profilePic',
  'blogImage',
  'blogHtml',
  'blogContent',
  'set-cookie',
].flatMap((key) =>
  [key, `*.${key}`, `*.*.${key}`].map((path) =>
    path.replace(/set-cookie/, '["set-cookie"]').replace('.[', '['),
  ),
);

/** What the database adds to the message of a refused write: the values that were to be written. */
const WRITTEN_VALUES = /(dup key: )\{.*\}/gs;
/** Of an error of mongoose: the value that fits no field. */
const CAST_VALUE = /(for value ).*( \(type )/gs;

const redactValues = (text: string) => text.replace(WRITTEN_VALUES, '$1{}').replace(CAST_VALUE, '$1…$2');

/**
 * An error as it may be logged. Its own further members are left out: those of a refused write are what somebody has
 * written.
 */
export function serializeError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  // What is no error, as one that was written out before, comes back as it is.
  const { type, message, stack, ...members } = pino.stdSerializers.err(error as Error);
  const safeFields = ['code', 'codeName', 'syscall', 'status'].flatMap((name) => {
    const value: unknown = members[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
  });
  return {
    type,
    message: redactValues(String(message)),
    stack: redactValues(String(stack)),
    ...Object.fromEntries(safeFields),
  };
}

interface LoggerOptions {
  level: string;
  /** Lines for people instead of JSON. */
  pretty?: boolean;
  destination?: DestinationStream;
}

/** The process's logger: JSON lines on stdout, secrets and private words left out. */
export function createLogger({ level, pretty = false, destination }: LoggerOptions): Logger {
  const options = {
    level,
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: { err: serializeError },
    base: null,
  };
  if (destination) return pino(options, destination);
  if (!pretty) return pino(options);
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } },
  });
}
