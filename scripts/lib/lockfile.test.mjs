import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLocked } from './lockfile.mjs';
import { ROOT } from './paths.mjs';

/** The first versions without the holes that are known in each: nothing older may come back with an update. */
const FLOORS = {
  express: '5.3.0',
  'express-rate-limit': '8.0.0',
  'engine.io': '6.6.7',
  jsonwebtoken: '9.0.0',
  mongoose: '9.0.0',
  'sanitize-html': '2.17.4',
  'socket.io': '4.8.4',
  'socket.io-parser': '4.2.7',
  ws: '8.21.0',
};

const lockfile = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8');

/** @param {string} name - of a package. @returns {string[]} every version of it that is installed. */
function lockedVersions(name) {
  const keys = [...lockfile.matchAll(/^ {2}'?((?:@[^/\s]+\/)?[^@\s'/]+)@(\d+\.\d+\.\d+)[^:\s]*'?:$/gm)];
  return [...new Set(keys.filter(([, key]) => key === name).map(([, , version]) => version ?? ''))];
}

/** @param {string} version @param {string} floor */
function isAtLeast(version, floor) {
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0;
}

describe('the lockfile', () => {
  it.each(Object.entries(FLOORS))('has no %s older than %s', (name, floor) => {
    const versions = lockedVersions(name);

    expect(versions).not.toEqual([]);
    expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([]);
  });

  it('has a hash of the bytes of every package, and takes none from elsewhere than a registry', () => {
    const locked = readLocked(lockfile);

    expect(locked.length).toBeGreaterThan(100);
    expect(locked.filter(({ integrity }) => !/^sha512-/.test(integrity))).toEqual([]);
    expect(locked.filter(({ isFromElsewhere }) => isFromElsewhere)).toEqual([]);
  });

  it('is read with what is wrong in it: no hash, another source, a word of the author', () => {
    const wrong = [
      'packages:',
      '',
      "  '@a/b@1.0.0':",
      '    resolution: {integrity: sha512-AAAA==}',
      '    deprecated: Use c instead',
      '',
      '  c@https://example.com/c.tgz:',
      '    resolution: {tarball: https://example.com/c.tgz}',
      '    version: 1.0.0',
      '',
      'snapshots:',
      '',
    ].join('\n');

    expect(readLocked(wrong)).toEqual([
      { key: '@a/b@1.0.0', integrity: 'sha512-AAAA==', isFromElsewhere: false, deprecated: 'Use c instead' },
      { key: 'c@https://example.com/c.tgz', integrity: '', isFromElsewhere: true, deprecated: '' },
    ]);
  });

  it('names no host: packages come from whatever registry is configured', () => {
    expect(lockfile).not.toMatch(/tarball:|https?:\/\/[^\s]*\.tgz/);
  });
});
