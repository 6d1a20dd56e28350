import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `pnpm state-screenshots`: takes screenshots of every screen in every state, for visual review. */
export default defineConfig({
  ...tests,
  // The projects of the tests divide their files.
  projects: [{}],
  // Uses a running product if its URL is given.
  ...(process.env['SAFARNAMA_E2E_URL'] && { globalSetup: [] }),
  testMatch: 'state-screenshots.ts',
  outputDir: '../test-results/state-screenshots',
  timeout: 180_000,
  reporter: 'list',
  use: { ...tests.use, screenshot: 'off', trace: 'off' },
});
