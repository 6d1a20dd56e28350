import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { localUrl, parseEnv, SettingsError } from './env.js';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    parseEnv(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
}

const SECRET = 'kP2v-9sXw_7Lq0Zb4Tn6Yc1Rf8Hd3Mj5';

describe('Security 11: parseEnv', () => {
  it('with nothing set: returns the defaults, which suit a local trial', () => {
    const settings = parseEnv({});

    expect(settings).toEqual({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      dataDir: expect.stringMatching(/[/\\]\.data$/),
      mongodbUri: null,
      databaseEngine: null,
      redisUrl: null,
      jwtSecret: null,
      passwordPepper: null,
      publicUrl: null,
      webOrigins: [],
      trustProxy: 0,
      rateLimits: true,
      storage: { kind: 'disk', directory: path.join(settings.dataDir, 'media') },
      logLevel: 'info',
      metricsToken: null,
    });
    expect(path.isAbsolute(settings.dataDir)).toBe(true);
  });

  it('with a relative DATA_DIR: resolves it against the repository, as npm start does', () => {
    expect(parseEnv({ DATA_DIR: 'data' }).dataDir).toBe(path.join(parseEnv({}).dataDir, '../data'));
  });

  it('with everything set: returns every value', () => {
    const settings = parseEnv({
      NODE_ENV: 'production',
      PORT: '8080',
      HOST: '0.0.0.0',
      DATA_DIR: '/var/lib/safarnama',
      MONGODB_URI: 'mongodb+srv://user:pass@cluster.example/safarnama',
      DATABASE_ENGINE: 'mongod',
      REDIS_URL: 'rediss://cache.example:6380',
      JWT_SECRET: SECRET,
      PASSWORD_PEPPER: SECRET,
      PUBLIC_URL: 'https://Stories.Example/',
      WEB_ORIGINS: ' https://app.example , http://localhost:5173/ ,',
      TRUST_PROXY: '2',
      RATE_LIMITS: 'on',
      STORAGE_URL: 's3://pictures/site?endpoint=http://127.0.0.1:9000&region=ap-south-1',
      LOG_LEVEL: 'debug',
      METRICS_TOKEN: 'scrape-me-please',
    });

    expect(settings).toEqual({
      production: true,
      port: 8080,
      host: '0.0.0.0',
      dataDir: path.resolve('/var/lib/safarnama'),
      mongodbUri: 'mongodb+srv://user:pass@cluster.example/safarnama',
      databaseEngine: 'mongod',
      redisUrl: 'rediss://cache.example:6380',
      jwtSecret: SECRET,
      passwordPepper: SECRET,
      publicUrl: 'https://stories.example',
      webOrigins: ['https://app.example', 'http://localhost:5173'],
      trustProxy: 2,
      rateLimits: true,
      storage: {
        kind: 's3',
        bucket: 'pictures',
        endpoint: 'http://127.0.0.1:9000',
        region: 'ap-south-1',
        prefix: 'site',
      },
      logLevel: 'debug',
      metricsToken: 'scrape-me-please',
    });
  });

  it('with empty and blank variables: treats them as unset', () => {
    expect(parseEnv({ PORT: '', MONGODB_URI: ' ', WEB_ORIGINS: '', TRUST_PROXY: 'off' })).toEqual(
      parseEnv({}),
    );
  });

  it.each([
    'mongodb://127.0.0.1:27017/safarnama?directConnection=true',
    'mongodb://user:p%40ss@a.example:27017,b.example:27017,c.example/safarnama?replicaSet=rs0',
    'mongodb://localhost',
  ])('MONGODB_URI %s: is returned unchanged', (uri) => {
    expect(parseEnv({ MONGODB_URI: uri }).mongodbUri).toBe(uri);
  });

  it('with many faults: lists all of them', () => {
    const faults = faultsOf({
      NODE_ENV: 'production',
      PORT: '70000',
      MONGODB_URI: 'postgres://x',
      DATABASE_ENGINE: 'sqlite',
      REDIS_URL: 'localhost',
      JWT_SECRET: 'short',
      PASSWORD_PEPPER: 'a'.repeat(40),
      PUBLIC_URL: 'https://stories.example/path',
      WEB_ORIGINS: '*',
      TRUST_PROXY: 'yes',
      RATE_LIMITS: 'no',
      STORAGE_URL: 'ftp://x',
      LOG_LEVEL: 'loud',
      METRICS_TOKEN: 'a',
      ALLOW_INSECURE_HTTP: '1',
    });

    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'PORT',
      'MONGODB_URI',
      'DATABASE_ENGINE',
      'REDIS_URL',
      'JWT_SECRET',
      'PASSWORD_PEPPER',
      'PUBLIC_URL',
      'WEB_ORIGINS',
      'TRUST_PROXY',
      'RATE_LIMITS',
      'STORAGE_URL',
      'LOG_LEVEL',
      'METRICS_TOKEN',
      'ALLOW_INSECURE_HTTP',
    ]);
  });

  it.each(['JWT_SECRET', 'PASSWORD_PEPPER'])('%s: needs 32 bytes, also outside of production', (name) => {
    expect(faultsOf({ [name]: 'ab'.repeat(16).slice(1) })).toEqual([`${name} must be at least 32 bytes`]);
    expect(faultsOf({ [name]: 'ab'.repeat(16) })).toEqual([]);
  });

  it.each([
    'a'.repeat(40),
    'abcdefgh'.repeat(4),
    '12345678901234567890123456789012',
    'change-me-change-me-change-me-please',
    'password'.repeat(4).concat('!'),
    '0123456789abcdef'.repeat(4),
  ])('the secret %s in production: is rejected', (secret) => {
    const production = { NODE_ENV: 'production' };

    for (const name of ['JWT_SECRET', 'PASSWORD_PEPPER']) {
      expect(faultsOf({ ...production, [name]: secret })).toEqual([
        `${name} is too easy to guess: use random characters`,
      ]);
    }
  });

  it.each([
    ['base64', randomBytes(24).toString('base64')],
    ['hex', randomBytes(16).toString('hex')],
    ['a passphrase', 'correct horse battery staple, monsoon in Kochi'],
    ['Devanagari', 'बनारस की सुबह, चाय और नाव'],
  ])('a random secret in production as %s: is accepted', (_case, secret) => {
    expect(faultsOf({ NODE_ENV: 'production', JWT_SECRET: secret })).toEqual([]);
  });

  it('METRICS_TOKEN: needs 16 characters in production', () => {
    const production = { NODE_ENV: 'production' };

    expect(faultsOf({ ...production, METRICS_TOKEN: 'fifteen-letters' })).toEqual([
      'METRICS_TOKEN must be at least 16 characters',
    ]);
    expect(faultsOf({ ...production, METRICS_TOKEN: 'sixteen-letters!' })).toEqual([]);
    expect(faultsOf({ METRICS_TOKEN: 'a' })).toEqual([]);
  });

  it.each(['development', 'test'])('NODE_ENV %s: is not production', (value) => {
    expect(parseEnv({ NODE_ENV: value }).production).toBe(false);
  });

  it.each(['prod', 'Production', 'staging'])(
    'NODE_ENV %s: is rejected, together with the faults of production',
    (value) => {
      expect(faultsOf({ NODE_ENV: value, HOST: '0.0.0.0' })).toEqual([
        'NODE_ENV must be one of development, test, production',
        expect.stringContaining('ALLOW_INSECURE_HTTP=on'),
      ]);
    },
  );

  it('with faults: never quotes a secret or a password', () => {
    const message = faultsOf({ JWT_SECRET: 'hunter2', MONGODB_URI: 'mongo://me:hunter2@x' }).join('\n');

    expect(message).not.toBe('');
    expect(message).not.toContain('hunter2');
  });

  it.each([['-1'], ['3000.5'], ['0x50'], ['65536'], ['http']])('PORT %s: is rejected', (port) => {
    expect(faultsOf({ PORT: port })).toEqual([expect.stringMatching(/^PORT must be a whole number/)]);
  });

  it.each([
    ['with * among others', 'https://app.example,*'],
    ['with * in a name', 'https://*.example'],
    ['null', 'null'],
    ['with a path', 'https://app.example/x'],
    ['without a protocol', 'app.example'],
    ['of another protocol', 'file:///'],
  ])('WEB_ORIGINS %s: is rejected', (_case, origins) => {
    expect(faultsOf({ WEB_ORIGINS: origins })).toEqual([
      expect.stringMatching(/^WEB_ORIGINS (must not be \*|contains)/),
    ]);
  });

  it.each(['mongodb://user:p@ss-hunter2@host/db', 'mongodb://host/db?unknown=1', 'mongodb://host:port/db'])(
    'MONGODB_URI %s, which the driver cannot parse: is rejected without its password',
    (uri) => {
      const [fault, ...others] = faultsOf({ MONGODB_URI: uri });

      expect(others).toEqual([]);
      expect(fault).toMatch(/^MONGODB_URI cannot be used: /);
      expect(fault).not.toContain('hunter2');
    },
  );

  it('WEB_ORIGINS without PUBLIC_URL: is rejected, as pictures would have no absolute URL', () => {
    const fault = expect.stringMatching(/^WEB_ORIGINS needs PUBLIC_URL/);

    expect(faultsOf({ WEB_ORIGINS: 'https://app.example' })).toEqual([fault]);
    expect(faultsOf({ WEB_ORIGINS: 'https://app.example', PUBLIC_URL: ' ' })).toEqual([fault]);
    expect(
      parseEnv({ WEB_ORIGINS: 'https://app.example', PUBLIC_URL: 'https://stories.example' }).webOrigins,
    ).toEqual(['https://app.example']);
  });

  it('WEB_ORIGINS with an http PUBLIC_URL: is rejected, except on this machine', () => {
    const faultsWith = (url: string) => faultsOf({ WEB_ORIGINS: 'https://app.example', PUBLIC_URL: url });

    expect(faultsWith('http://stories.example')).toEqual([
      expect.stringMatching(/^WEB_ORIGINS needs an https PUBLIC_URL/),
    ]);
    expect(faultsWith('http://localhost:3000')).toEqual([]);
  });

  it('PUBLIC_URL with * in its name: is rejected', () => {
    expect(faultsOf({ PUBLIC_URL: 'https://*.stories.example' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL must be only an origin/),
    ]);
  });

  it('STORAGE_URL without a region, or with an empty one: has the default region', () => {
    const regionOf = (query: string) => parseEnv({ STORAGE_URL: `s3://pictures${query}` }).storage;

    expect(regionOf('')).toMatchObject({ region: 'us-east-1' });
    expect(regionOf('?region=')).toMatchObject({ region: 'us-east-1' });
  });

  it.each(['endpont=https://storage.example', 'endpoint=', 'endpoint=storage.example', 'Region=x'])(
    'STORAGE_URL with ?%s: is rejected',
    (query) => {
      expect(faultsOf({ STORAGE_URL: `s3://pictures?${query}` })).toEqual([
        expect.stringMatching(/^STORAGE_URL must look like s3:/),
      ]);
    },
  );

  it('RATE_LIMITS off: is accepted only for a loopback HOST', () => {
    expect(parseEnv({ RATE_LIMITS: 'off', HOST: 'localhost' }).rateLimits).toBe(false);
    expect(parseEnv({ RATE_LIMITS: 'off', HOST: '::1' }).rateLimits).toBe(false);
    expect(faultsOf({ RATE_LIMITS: 'off', HOST: '192.168.1.4' })).toHaveLength(1);
  });

  it('in production with a HOST that other machines can reach: requires https, a proxy or explicit permission', () => {
    const open = { NODE_ENV: 'production', HOST: '0.0.0.0' };

    expect(faultsOf(open)).toEqual([expect.stringContaining('ALLOW_INSECURE_HTTP=on')]);
    expect(faultsOf({ ...open, PUBLIC_URL: 'http://stories.lan' })).toHaveLength(1);
    expect(faultsOf({ ...open, PUBLIC_URL: 'https://stories.example' })).toEqual([]);
    expect(faultsOf({ ...open, TRUST_PROXY: '1' })).toEqual([]);
    expect(faultsOf({ ...open, ALLOW_INSECURE_HTTP: 'on' })).toEqual([]);
    expect(faultsOf({ ...open, HOST: '127.0.0.1' })).toEqual([]);
  });
});

describe('localUrl', () => {
  it.each([
    ['127.0.0.1', 'http://localhost:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
    ['192.168.1.5', 'http://192.168.1.5:3000'],
    ['fd00::5', 'http://[fd00::5]:3000'],
  ])('of a server that listens on %s: is %s', (host, url) => {
    expect(localUrl(host, 3000)).toBe(url);
  });
});
