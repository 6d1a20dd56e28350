/**
 * `node .ci/count-tests.mjs FILE...` reads the JSON reports of vitest and Playwright for one step and prints
 * `PASSED FAILED`, then one line for each failed test or file: its path, its name and the start of its error.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const MAX_ERROR_LENGTH = 300;

let passed = 0;
/** One line each. @type {string[]} */
const failures = [];
for (const file of process.argv.slice(2)) {
  const result = readReport(file);
  passed += result.passed;
  failures.push(...result.failures);
}
process.stdout.write(`${[`${passed} ${failures.length}`, ...failures].join('\n')}\n`);

/**
 * @param {string} file
 * @returns {{ passed: number, failures: string[] }}
 */
function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return 'stats' in report ? readPlaywright(report) : readVitest(report);
  } catch (error) {
    return { passed: 0, failures: [describeFailure(file, 'cannot be read', String(error))] };
  }
}

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @param {{ numPassedTests: number, success: boolean, testResults: VitestFile[] }} report
 */
function readVitest({ numPassedTests, success, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') {
      // A file that fails to load has no tests.
      const where = assertionResults.length === 0 ? 'failed to load' : 'failed outside its tests';
      return [describeFailure(name, where, message)];
    }
    return failed.map((test) => describeFailure(name, test.fullName, test.failureMessages?.[0]));
  });
  if (failures.length === 0 && !success) {
    failures.push('vitest: an error outside the tests');
  }
  return { passed: numPassedTests, failures };
}

/**
 * @typedef {{ error?: { message?: string } }} PlaywrightResult
 * @typedef {{ title: string, tests: { status: string, results: PlaywrightResult[] }[] }} PlaywrightSpec
 * @typedef {{ title: string, file: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ expected: number, flaky: number }} PlaywrightStats
 * @param {{ stats: PlaywrightStats, errors?: { message?: string }[], suites: PlaywrightSuite[] }} report
 */
function readPlaywright({ stats, errors = [], suites }) {
  const failures = errors.map(({ message }) => describeFailure('Playwright', 'error', message));
  // Flaky tests passed on a retry; they are listed in the log.
  return {
    passed: stats.expected + stats.flaky,
    failures: [...failures, ...suites.flatMap((suite) => findUnexpected(suite, []))],
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string[]} titles of the enclosing suites
 * @returns {string[]}
 */
function findUnexpected({ title, file, specs = [], suites = [] }, titles) {
  const path = title === file ? titles : [...titles, title];
  return [
    ...specs.flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === 'unexpected')
        .map((test) =>
          describeFailure(file, [...path, spec.title].join(' '), test.results[0]?.error?.message),
        ),
    ),
    ...suites.flatMap((suite) => findUnexpected(suite, path)),
  ];
}

/**
 * @param {string} file
 * @param {string} name
 * @param {string} [error]
 */
function describeFailure(file, name, error = '') {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with an escape character.
  const plain = error.replaceAll(/\u001b\[[0-9;]*m/g, '').replaceAll(/\s+/g, ' ');
  return `${relative('', file)} > ${name}: ${plain.slice(0, MAX_ERROR_LENGTH)}`;
}
