import { defineConfig } from '@playwright/test';
import { findBrowser } from './find-browser.ts';

/** What Chromium needs as root in a container, and what keeps it from asking anybody outside. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const executablePath = findBrowser();

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  globalSetup: './global-setup.ts',
  // One server for all; each test makes what it changes.
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // On a shared machine that stalls a test may miss its time: it gets one more try, and is named as flaky at the end.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [
    ['list'],
    ['./summary-reporter.ts'],
    // For whoever counts the tests, as `.ci/run` does.
    ...(process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['json'] as const] : []),
  ],
  use: {
    // The address is known when the server has chosen its port: the fixtures read it then.
    screenshot: 'only-on-failure',
    // On the second try only: recording every step of every test takes a quarter of the time.
    trace: 'on-first-retry',
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) },
  },
});
