import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './paths.mjs';

/** The first versions without known vulnerabilities: an update must not bring back an older one. */
const MINIMUM_VERSIONS = {
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
// The last document: an earlier one is about pnpm itself.
const documents = /** @type {import('yaml').Document[]} */ (parseAllDocuments(lockfile));
/** @type {Record<string, { resolution: Record<string, string> }>} Locked packages by `name@version`. */
const packages = documents.at(-1)?.toJS().packages;

/** @param {string} version @param {string} minimum */
const isAtLeast = (version, minimum) => version.localeCompare(minimum, 'en', { numeric: true }) >= 0;

describe('the lockfile', () => {
  it.each(Object.entries(MINIMUM_VERSIONS))('contains no %s older than %s', (name, minimum) => {
    const versions = Object.keys(packages)
      .filter((key) => key.startsWith(`${name}@`))
      .map((key) => key.slice(name.length + 1));

    expect(versions).not.toEqual([]);
    expect(versions.filter((version) => !isAtLeast(version, minimum))).toEqual([]);
  });

  it('has a SHA-512 hash for every package, and only packages from a registry', () => {
    const resolutions = Object.values(packages).map(({ resolution }) => resolution);

    expect(resolutions.length).toBeGreaterThan(100);
    for (const resolution of resolutions) {
      expect(resolution).toEqual({ integrity: expect.stringMatching(/^sha512-/) });
    }
  });

  it('names no host: packages come from the configured registry', () => {
    expect(lockfile).not.toMatch(/tarball:|https?:\/\/[^\s]*\.tgz/);
  });
});
