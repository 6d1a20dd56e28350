import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseEnv, readEnv } from './env.js';
import { loadSecrets } from './secrets.js';

function createTempDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'safarnama-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function throwFileError(code: string): never {
  throw Object.assign(new Error(`${code}: simulated`), { code });
}

function restoreFs(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}

const SECRET = 'kP2v-9sXw_7Lq0Zb4Tn6Yc1Rf8Hd3Mj5';

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
    vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
      const { ino } = fs.fstatSync(descriptor);
      const folder = [dataDir, path.join(dataDir, 'secrets')].find((each) => statSync(each).ino === ino);
      if (folder !== undefined) flushed.push([path.basename(folder), ...readdirSync(folder)]);
    });
    syncBuiltinESMExports();
    onTestFinished(restoreFs);

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
    vi.spyOn(fs, 'linkSync').mockImplementation((_temporaryFile, file) => {
      if (other !== null) writeFileSync(file, other);
      throwFileError('EPERM');
    });
    syncBuiltinESMExports();
    onTestFinished(restoreFs);

    const { jwtSecret } = loadSecrets(parseEnv({ DATA_DIR: dataDir, PASSWORD_PEPPER: SECRET }));

    const file = path.join(dataDir, 'secrets', 'jwt-secret');
    expect(jwtSecret).toBe(other ?? readFileSync(file, 'utf8'));
    expect(readdirSync(path.dirname(file))).toEqual(['jwt-secret']);
    if (other === null) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['at the first write', 0, null],
    ['at the link', 1, 'ENOSPC'],
    ['at the second write, without hard links', 1, 'EPERM'],
  ])(
    'on a disk that is full %s: leaves no file and throws the error, since another start may succeed',
    (_step, completeWrites, linkError) => {
      const dataDir = createTempDir();
      const { writeSync } = fs;
      const write = vi.spyOn(fs, 'writeSync').mockImplementation(() => throwFileError('ENOSPC'));
      for (let count = 0; count < completeWrites; count += 1) write.mockImplementationOnce(writeSync);
      if (linkError !== null) {
        vi.spyOn(fs, 'linkSync').mockImplementation(() => throwFileError(linkError));
      }
      syncBuiltinESMExports();
      onTestFinished(restoreFs);

      expect(() => loadSecrets(parseEnv({ DATA_DIR: dataDir }))).toThrow(
        expect.objectContaining({ code: 'ENOSPC' }),
      );

      expect(readdirSync(path.join(dataDir, 'secrets'))).toEqual([]);
    },
  );

  it('with an error of the data folder that may pass: throws it, for another start; with an invalid setting: lists both', () => {
    vi.spyOn(fs, 'mkdirSync').mockImplementation(() => throwFileError('EIO'));
    syncBuiltinESMExports();
    onTestFinished(restoreFs);
    expect(() => loadSecrets(parseEnv({ DATA_DIR: '/nowhere' }))).toThrow(
      expect.objectContaining({ code: 'EIO' }),
    );

    const { settings, faults } = readEnv({ DATA_DIR: '/nowhere', JWT_SECRET: 'short' });
    expect(() => loadSecrets(settings, faults)).toThrow(
      expect.objectContaining({
        faults: [
          expect.stringMatching(/^JWT_SECRET must be/),
          expect.stringMatching(/^PASSWORD_PEPPER is not set and cannot be generated: EIO/),
        ],
      }),
    );
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
