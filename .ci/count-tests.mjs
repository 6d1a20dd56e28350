/**
 * `node .ci/count-tests.mjs FILE...` reads the JSON reports of vitest and Playwright for one step and prints
 * `PASSED FAILED`.
 */
import { readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;
for (const file of process.argv.slice(2)) {
  const counts = countReport(file);
  passed += counts.passed;
  failed += counts.failed;
}
process.stdout.write(`${passed} ${failed}\n`);

/**
 * @param {string} file
 * @returns {{ passed: number, failed: number }}
 */
function countReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return 'stats' in report ? countPlaywright(report) : countVitest(report);
  } catch (error) {
    process.stderr.write(`${file} cannot be read: ${error}\n`);
    return { passed: 0, failed: 1 };
  }
}

/** @param {{ numPassedTests: number, numFailedTests: number, success: boolean }} report */
function countVitest({ numPassedTests, numFailedTests, success }) {
  // A file that fails to load has no tests, but makes the run unsuccessful.
  return { passed: numPassedTests, failed: success ? numFailedTests : Math.max(1, numFailedTests) };
}

/** @param {{ stats: { expected: number, unexpected: number, flaky: number }, errors?: unknown[] }} report */
function countPlaywright({ stats, errors = [] }) {
  // Flaky tests passed on a retry; they are listed in the log.
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}
