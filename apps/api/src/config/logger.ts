import { type DestinationStream, type Logger, pino } from 'pino';

/** Keys whose values are redacted in logged objects, down to the third level. */
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
  // In brackets, because of the dash in `set-cookie`.
].flatMap((key) => ['', '*', '*.*'].map((parents) => `${parents}["${key}"]`));

/** Values of a rejected duplicate, which MongoDB appends to its error message. */
const DUPLICATE_VALUES = /(dup key: )\{.*\}/gs;
/** The invalid value in the message of a Mongoose cast error. */
const CAST_VALUE = /(for value ).*( \(type )/gs;

const redactValues = (text: string) => text.replace(DUPLICATE_VALUES, '$1{}').replace(CAST_VALUE, '$1…$2');

/**
 * Serializes an error for the log. Keeps only some of its additional properties: those of a rejected write contain what
 * the user has written.
 */
function serializeError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  // The standard serializer returns an already serialized error unchanged.
  const { type, message, stack, ...properties } = pino.stdSerializers.err(error as Error);
  const safeFields = ['code', 'codeName', 'syscall', 'status'].flatMap((name) => {
    const value: unknown = properties[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
  });
  return {
    type,
    message: redactValues(String(message)),
    stack: redactValues(String(stack)),
    ...Object.fromEntries(safeFields),
    ...(error instanceof AggregateError ? { errors: error.errors.map(serializeError) } : {}),
  };
}

interface LoggerOptions {
  level: string;
  /** Human-readable lines instead of JSON. */
  pretty?: boolean;
  destination?: DestinationStream;
}

/**
 * Writes to stdout and drops lines that cannot be written. Pino's own destination retries them forever, which blocks the
 * process while the disk of the log is full.
 */
function createStdout(): DestinationStream {
  process.stdout.on('error', () => undefined);
  return { write: (line) => void process.stdout.write(line) };
}

/** Creates the logger of the process: JSON lines on stdout, with secrets and private content redacted. */
export function createLogger({ level, pretty = false, destination }: LoggerOptions): Logger {
  const options = {
    level,
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: { err: serializeError },
    base: null,
  };
  if (destination) return pino(options, destination);
  if (!pretty) return pino(options, createStdout());
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } },
  });
}
