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
  it('with reports of vitest and Playwright: adds up their counts and lists the failed tests', () => {
    const vitest = {
      numPassedTests: 40,
      success: false,
      testResults: [
        {
          name: join(process.cwd(), 'apps/api/src/post/post.test.ts'),
          status: 'failed',
          assertionResults: [
            { fullName: 'POST /posts stores it', status: 'passed' },
            {
              fullName: 'POST /posts rejects it',
              status: 'failed',
              failureMessages: ['\u001b[31mexpected 200\u001b[39m\n  to be 400'],
            },
          ],
        },
      ],
    };
    const playwright = {
      stats: { expected: 5, unexpected: 1, flaky: 1 },
      errors: [],
      suites: [
        {
          title: 'home.spec.ts',
          file: 'home.spec.ts',
          suites: [
            {
              title: 'home',
              file: 'home.spec.ts',
              specs: [
                {
                  title: 'opens',
                  tests: [
                    { status: 'unexpected', results: [{ error: { message: 'timed out' } }] },
                    { status: 'flaky', results: [{ error: { message: 'once' } }, {}] },
                  ],
                },
              ],
            },
          ],
        },
      ],
    };

    expect(count(vitest, playwright)).toBe(
      [
        '46 2',
        'apps/api/src/post/post.test.ts > POST /posts rejects it: expected 200 to be 400',
        'home.spec.ts > home opens: timed out',
      ].join('\n'),
    );
  });

  it('with a test file that failed to load: counts a failure', () => {
    const file = { name: 'a.test.ts', status: 'failed', message: 'no module', assertionResults: [] };

    expect(count({ numPassedTests: 3, success: false, testResults: [file] })).toBe(
      '3 1\na.test.ts > failed to load: no module',
    );
  });

  it('with an error outside the tests: counts a failure', () => {
    expect(count({ numPassedTests: 3, success: false, testResults: [] })).toBe(
      '3 1\nvitest: an error outside the tests',
    );
  });

  it('with a truncated report: counts a failure', () => {
    expect(count('{"numPassed')).toMatch(/^0 1\n.*0\.json > cannot be read: SyntaxError/);
  });
});
