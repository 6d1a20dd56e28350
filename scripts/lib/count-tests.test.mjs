import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from './paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'safarnama-count-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @param {(object | string)[]} reports */
function count(...reports) {
  const files = reports.map((report, index) => {
    const file = join(folder, `${index}.json`);
    writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
    return file;
  });
  const args = [join(ROOT, '.ci', 'count-tests.mjs'), ...files];
  return execFileSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

describe('.ci/count-tests.mjs', () => {
  it('with reports of vitest and Playwright: adds up their counts', () => {
    const vitest = { numPassedTests: 40, numFailedTests: 2, success: false };
    const playwright = { stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: [] };

    expect(count(vitest, playwright)).toBe('46 3');
  });

  it('with a test file that failed to load: counts a failure', () => {
    expect(count({ numPassedTests: 3, numFailedTests: 0, success: false })).toBe('3 1');
  });

  it('with a truncated report: counts a failure', () => {
    expect(count('{"numPassed')).toBe('0 1');
  });
});
