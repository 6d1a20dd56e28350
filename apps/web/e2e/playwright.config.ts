import { defineConfig } from '@playwright/test';
import { findBrowser } from './find-browser.ts';

/** Flags for running as root in a container and for preventing background network traffic. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const executablePath = findBrowser();

/** Tests that keep a processor busy for minutes. The others mostly wait, for a slow network or a timer. */
const BUSY_SPECS = /(accessibility|attacks|failures)\.spec\.ts$/;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  globalSetup: './global-setup.ts',
  // All workers share one server; each test creates the data that it changes.
  // One more than the busy tests may use, so that waiting tests run beside them. For two processors.
  workers: 3,
  projects: [
    { name: 'busy', testMatch: BUSY_SPECS, workers: 2 },
    { name: 'waiting', testIgnore: BUSY_SPECS },
  ],
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A shared machine may stall: a failed test runs up to twice more, and is reported as flaky if it passes then.
  retries: process.env['CI'] ? 2 : 0,
  reporter: [
    ['list'],
    ['./summary-reporter.ts'],
    // `.ci/run` counts the tests in this report.
    ...(process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['json'] as const] : []),
  ],
  use: {
    // No baseURL: the server picks a free port at start, and the fixtures read it then.
    screenshot: 'only-on-failure',
    // Only on retry: tracing every test would take a quarter of the run time.
    trace: 'on-first-retry',
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) },
  },
});
