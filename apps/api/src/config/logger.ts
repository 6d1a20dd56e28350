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

interface LoggerOptions {
  level: string;
  /** Lines for people instead of JSON. */
  pretty?: boolean;
  destination?: DestinationStream;
}

/** The process's logger: JSON lines on stdout, secrets and private words left out. */
export function createLogger({ level, pretty = false, destination }: LoggerOptions): Logger {
  const options = { level, redact: { paths: REDACTED, censor: '[redacted]' }, base: null };
  if (destination) return pino(options, destination);
  if (!pretty) return pino(options);
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } },
  });
}
