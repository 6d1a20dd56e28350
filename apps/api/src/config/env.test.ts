import { randomBytes } from 'node:crypto';
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseEnv, readEnv, SettingsError } from './env.js';
import { createLogger } from './logger.js';
import { loadSecrets } from './secrets.js';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    parseEnv(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
}

function createTempDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'safarnama-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
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
    ['null', 'null'],
    ['with a path', 'https://app.example/x'],
    ['without a protocol', 'app.example'],
    ['of another protocol', 'file:///'],
  ])('WEB_ORIGINS %s: is rejected', (_case, origins) => {
    expect(faultsOf({ WEB_ORIGINS: origins })).toEqual([expect.stringMatching(/^WEB_ORIGINS /)]);
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

describe('Security 11: loadSecrets', () => {
  it('without settings: generates two different secrets once, readable only by this account', () => {
    const dataDir = createTempDir();
    const settings = parseEnv({ DATA_DIR: dataDir });

    const first = loadSecrets(settings);
    const second = loadSecrets(settings);

    expect(second).toEqual(first);
    expect(first.jwtSecret).not.toBe(first.passwordPepper);
    expect(Buffer.byteLength(first.jwtSecret)).toBeGreaterThanOrEqual(32);
    const folder = path.join(dataDir, 'secrets');
    expect(readdirSync(folder).sort()).toEqual(['jwt-secret', 'password-pepper']);
    for (const file of readdirSync(folder))
      expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600);
  });

  it('without settings: flushes the folders after the secrets have their names, so that a power failure keeps them', () => {
    const dataDir = createTempDir();
    const flushed: string[][] = [];
    const flush = vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
      const { ino } = fs.fstatSync(descriptor);
      const folder = [dataDir, path.join(dataDir, 'secrets')].find((each) => statSync(each).ino === ino);
      if (folder !== undefined) flushed.push([path.basename(folder), ...readdirSync(folder)]);
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      flush.mockRestore();
      syncBuiltinESMExports();
    });

    loadSecrets(parseEnv({ DATA_DIR: dataDir }));

    expect(flushed).toEqual([
      ['secrets', 'jwt-secret'],
      [path.basename(dataDir), 'secrets'],
      ['secrets', 'jwt-secret', 'password-pepper'],
      [path.basename(dataDir), 'secrets'],
    ]);
  });

  it.each([
    ['and no other process: generates them as elsewhere', null],
    ['and another process that was faster: returns the secret of that process', SECRET],
  ])('on a file system without hard links %s', (_circumstance, other) => {
    const dataDir = createTempDir();
    const link = vi.spyOn(fs, 'linkSync').mockImplementation((_temporaryFile, file) => {
      if (other !== null) writeFileSync(file, other);
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      link.mockRestore();
      syncBuiltinESMExports();
    });

    const { jwtSecret } = loadSecrets(parseEnv({ DATA_DIR: dataDir, PASSWORD_PEPPER: SECRET }));

    const file = path.join(dataDir, 'secrets', 'jwt-secret');
    expect(jwtSecret).toBe(other ?? readFileSync(file, 'utf8'));
    expect(readdirSync(path.dirname(file))).toEqual(['jwt-secret']);
    if (other === null) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('with settings: returns them and writes nothing', () => {
    const dataDir = createTempDir();

    const secrets = loadSecrets(
      parseEnv({ DATA_DIR: dataDir, JWT_SECRET: SECRET, PASSWORD_PEPPER: `${SECRET}x` }),
    );

    expect(secrets).toEqual({ jwtSecret: SECRET, passwordPepper: `${SECRET}x` });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('with a data folder that cannot be created: names both settings', () => {
    const file = path.join(createTempDir(), 'a-file');
    writeFileSync(file, '');

    expect(() => loadSecrets(parseEnv({ DATA_DIR: file }))).toThrow(
      expect.objectContaining({
        faults: [
          expect.stringMatching(/^JWT_SECRET is not set/),
          expect.stringMatching(/^PASSWORD_PEPPER is not set/),
        ],
      }),
    );
  });

  it('with a data folder that cannot be created and invalid settings: lists all faults, each once', () => {
    const file = path.join(createTempDir(), 'a-file');
    writeFileSync(file, '');
    const { settings, faults } = readEnv({ DATA_DIR: file, PORT: '99999', JWT_SECRET: 'short' });

    expect(() => loadSecrets(settings, faults)).toThrow(
      expect.objectContaining({
        faults: [
          expect.stringMatching(/^PORT must be/),
          expect.stringMatching(/^JWT_SECRET must be/),
          expect.stringMatching(/^PASSWORD_PEPPER is not set/),
        ],
      }),
    );
  });

  it('with an emptied secret file: throws instead of generating another, which would sign out every user', () => {
    const dataDir = createTempDir();
    loadSecrets(parseEnv({ DATA_DIR: dataDir }));
    const file = path.join(dataDir, 'secrets', 'password-pepper');
    writeFileSync(file, '');

    expect(() => loadSecrets(parseEnv({ DATA_DIR: dataDir }))).toThrow(
      /PASSWORD_PEPPER.*contains no valid secret/s,
    );
    expect(readFileSync(file, 'utf8')).toBe('');
  });
});

describe('Security 9: createLogger', () => {
  it('with secrets and private content at several depths: redacts all of it and keeps the rest', () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
    const secret = 'नहीं-बताना';
    const secrets = {
      password: secret,
      currentPassword: secret,
      cookie: secret,
      authorization: secret,
      token: secret,
      text: secret,
      image: secret,
      profilePic: secret,
      blogImage: secret,
      blogHtml: secret,
      blogContent: secret,
      'set-cookie': [secret],
    };

    logger.info({ ...secrets, visible: 'kept-0' }, 'top');
    logger.info({ body: { ...secrets, visible: 'kept-1' } }, 'one down');
    logger.info({ req: { headers: { ...secrets, visible: 'kept-2' } } }, 'two down');

    const log = lines.join('');
    expect(lines).toHaveLength(3);
    expect(log).not.toContain(secret);
    for (const visible of ['kept-0', 'kept-1', 'kept-2']) expect(log).toContain(visible);
  });

  it('below the level: writes nothing', () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } });

    logger.info('too quiet');

    expect(lines).toEqual([]);
  });
});
