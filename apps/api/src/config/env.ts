import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { ENGINE_NAMES } from '@safarnama/database/engine-names';
import { mongo } from 'mongoose';

/** Where pictures are stored. */
export type StorageSettings =
  | { kind: 'disk'; directory: string }
  | { kind: 's3'; bucket: string; endpoint: string | null; region: string; prefix: string };

/** The parsed settings from the environment. */
export interface Settings {
  production: boolean;
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** Null for the embedded database. */
  mongodbUri: string | null;
  databaseEngine: string | null;
  redisUrl: string | null;
  /** Null to generate one and store it in the data folder. */
  jwtSecret: string | null;
  /** Null to generate one and store it in the data folder. */
  passwordPepper: string | null;
  /** Without a trailing slash. */
  publicUrl: string | null;
  /** Other origins allowed with credentials; a non-empty list makes cookies cross-site. */
  webOrigins: readonly string[];
  /** Number of trusted proxies in front of the server. */
  trustProxy: number;
  rateLimits: boolean;
  storage: StorageSettings;
  logLevel: string;
  metricsToken: string | null;
}

/** Invalid settings; the message lists every fault. */
export class SettingsError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`These settings are wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'SettingsError';
    this.faults = faults;
  }
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const NODE_ENVS = ['development', 'test', 'production'] as const;
const MIN_SECRET_BYTES = 32;
/**
 * Compressed size of 32 random characters out of 7. More random ones take more, repetitions of 16 characters take 21.
 */
const MIN_COMPRESSED_SECRET_BYTES = 24;
const MIN_METRICS_TOKEN_LENGTH = 16;
const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));

type Env = Readonly<Record<string, string | undefined>>;
/** Parses the value of one variable. */
type Parse<T> = (value: string) => T | { fault: string };

function isFault(parsed: unknown): parsed is { fault: string } {
  return typeof parsed === 'object' && parsed !== null && 'fault' in parsed;
}

/** True for names and addresses that only this machine can reach. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Returns the URL at which this machine can open a server that listens on `host`. */
export function localUrl(host: string, port: number): string {
  const isEveryAddress = host === '0.0.0.0' || host === '::';
  if (isEveryAddress || isLoopbackHost(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const parseOnOff: Parse<boolean> = (value) => {
  if (value === 'on') return true;
  if (value === 'off') return false;
  return { fault: 'must be on or off' };
};

function parseCount(max: number): Parse<number> {
  return (value) =>
    /^\d{1,6}$/.test(value) && Number(value) <= max
      ? Number(value)
      : { fault: `must be a whole number from 0 to ${max}` };
}

function parseOneOf<const T extends string>(values: readonly T[]): Parse<T> {
  return (value) =>
    values.find((known) => known === value) ?? { fault: `must be one of ${values.join(', ')}` };
}

/** False for an empty secret and for most truncated ones. */
export const isLongEnoughSecret = (secret: string) => Buffer.byteLength(secret) >= MIN_SECRET_BYTES;

/** Creates the parser of a secret. In production, it rejects repetitions, which are easy to guess at any length. */
const createSecretParser =
  (production: boolean): Parse<string> =>
  (value) => {
    if (!isLongEnoughSecret(value)) return { fault: `must be at least ${MIN_SECRET_BYTES} bytes` };
    if (production && deflateRawSync(value).length < MIN_COMPRESSED_SECRET_BYTES)
      return { fault: 'is too easy to guess: use random characters' };
    return value;
  };

const createMetricsTokenParser =
  (production: boolean): Parse<string> =>
  (value) =>
    production && value.length < MIN_METRICS_TOKEN_LENGTH
      ? { fault: `must be at least ${MIN_METRICS_TOKEN_LENGTH} characters` }
      : value;

function parseUrl(protocols: readonly string[]): Parse<string> {
  return (value) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? value
      : { fault: `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}` };
}

/** Does not use `URL`, which rejects the multiple hosts of a replica set. */
const parseMongoUri: Parse<string> = (value) => {
  if (!/^mongodb(\+srv)?:\/\/[^\s/]+(\/|$)/.test(value)) {
    return { fault: 'must be an address that begins with mongodb:// or mongodb+srv://' };
  }
  try {
    // Parses the address and its options, and does not connect.
    new mongo.MongoClient(value);
    return value;
  } catch (error) {
    return { fault: `cannot be used: ${(error as Error).message}` };
  }
};

const parsePublicUrl: Parse<string> = (value) => {
  const parsed = parseUrl(['http:', 'https:'])(value);
  if (isFault(parsed)) return parsed;
  const url = new URL(parsed);
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.hostname.includes('*')) {
    return { fault: 'must be only an origin, such as https://stories.example' };
  }
  return url.origin;
};

const parseOrigins: Parse<readonly string[]> = (value) => {
  const origins = value.split(',').flatMap((entry) => entry.trim() || []);
  if (origins.includes('*'))
    return { fault: 'must not be *: cookies are sent to these origins, so list each of them' };
  const wrong = origins.find((origin) => isFault(parsePublicUrl(origin)));
  if (wrong !== undefined)
    return { fault: `contains ${JSON.stringify(wrong)}, which is not an http(s) origin` };
  return origins.map((origin) => new URL(origin).origin);
};

const STORAGE_PARAMETERS = ['endpoint', 'region'];

const parseStorage: Parse<StorageSettings> = (value) => {
  const fault = { fault: 'must look like s3://bucket?endpoint=https://host&region=name' };
  if (!value.startsWith('s3://') || !URL.canParse(value)) return fault;
  const url = new URL(value);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) return fault;
  // A misspelt `endpoint` would send signed requests to Amazon.
  if ([...url.searchParams.keys()].some((name) => !STORAGE_PARAMETERS.includes(name))) return fault;
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && isFault(parseUrl(['http:', 'https:'])(endpoint))) return fault;
  return {
    kind: 's3',
    bucket: url.hostname,
    endpoint,
    region: url.searchParams.get('region') || 'us-east-1',
    prefix: url.pathname.replace(/^\/+|\/+$/g, ''),
  };
};

/**
 * Parses the environment.
 *
 * @returns the settings, with defaults for invalid ones, and every fault, not only the first.
 */
export function readEnv(env: Env): { settings: Settings; faults: readonly string[] } {
  const faults: string[] = [];
  /** Reads one variable. An empty one counts as unset, as in a compose file; an invalid one adds a fault. */
  function read<T, F>(name: string, fallback: F, parse: Parse<T>): T | F {
    const value = env[name]?.trim();
    if (value === undefined || value === '') return fallback;
    const parsed = parse(value);
    if (!isFault(parsed)) return parsed;
    faults.push(`${name} ${parsed.fault}`);
    return fallback;
  }
  const parseText: Parse<string> = (value) => value;
  const nodeEnv = read('NODE_ENV', null, parseOneOf(NODE_ENVS));
  // An unknown value is probably meant as `production`: its faults belong to the list as well.
  const production = nodeEnv === 'production' || faults.length > 0;
  const parseSecret = createSecretParser(production);

  const dataDir = path.resolve(REPOSITORY, read('DATA_DIR', '.data', parseText));
  const settings: Settings = {
    production,
    port: read('PORT', 3000, parseCount(65_535)),
    host: read('HOST', '127.0.0.1', parseText),
    dataDir,
    mongodbUri: read('MONGODB_URI', null, parseMongoUri),
    databaseEngine: read('DATABASE_ENGINE', null, parseOneOf(ENGINE_NAMES)),
    redisUrl: read('REDIS_URL', null, parseUrl(['redis:', 'rediss:'])),
    jwtSecret: read('JWT_SECRET', null, parseSecret),
    passwordPepper: read('PASSWORD_PEPPER', null, parseSecret),
    publicUrl: read('PUBLIC_URL', null, parsePublicUrl),
    webOrigins: read('WEB_ORIGINS', [], parseOrigins),
    trustProxy: read('TRUST_PROXY', 0, (value) => (value === 'off' ? 0 : parseCount(32)(value))),
    rateLimits: read('RATE_LIMITS', true, parseOnOff),
    storage: read(
      'STORAGE_URL',
      { kind: 'disk', directory: path.join(dataDir, 'media') } as const,
      parseStorage,
    ),
    logLevel: read('LOG_LEVEL', 'info', parseOneOf(LOG_LEVELS)),
    metricsToken: read('METRICS_TOKEN', null, createMetricsTokenParser(production)),
  };
  const allowInsecureHttp = read('ALLOW_INSECURE_HTTP', false, parseOnOff);

  const isReachableByOthers = !isLoopbackHost(settings.host);
  if (isReachableByOthers && !settings.rateLimits) {
    faults.push('RATE_LIMITS may be off only if HOST is a loopback address');
  }
  const hasTls = settings.trustProxy > 0 || settings.publicUrl?.startsWith('https:') === true;
  if (settings.production && isReachableByOthers && !hasTls && !allowInsecureHttp) {
    faults.push(
      `HOST is ${settings.host}, which other machines can reach, without TRUST_PROXY or an https PUBLIC_URL: ` +
        'passwords would be sent unencrypted. Set one of them, or ALLOW_INSECURE_HTTP=on',
    );
  }
  if (settings.webOrigins.length > 0 && !env.PUBLIC_URL?.trim()) {
    faults.push('WEB_ORIGINS needs PUBLIC_URL: pages of other origins load pictures by absolute URLs');
  }
  const { publicUrl, webOrigins } = settings;
  if (
    webOrigins.length > 0 &&
    publicUrl?.startsWith('http:') &&
    !isLoopbackHost(new URL(publicUrl).hostname)
  ) {
    faults.push(
      'WEB_ORIGINS needs an https PUBLIC_URL: browsers accept cookies from other origins only over https',
    );
  }
  return { settings, faults };
}

/**
 * Parses the environment.
 *
 * @throws SettingsError with every fault.
 */
export function parseEnv(env: Env): Settings {
  const { settings, faults } = readEnv(env);
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

/** Returns the environment of this process. All other code reads it through this function. */
export function processEnv(): Env {
  // biome-ignore lint/style/noProcessEnv: the only place that reads it
  return process.env;
}
