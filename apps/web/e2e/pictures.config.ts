import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `npm run pictures`: every screen in every state, for people to look at. */
export default defineConfig({
  ...tests,
  // Of a product that runs already, when it is named.
  ...(process.env['SAFARNAMA_E2E_URL'] && { globalSetup: [] }),
  testMatch: 'pictures.ts',
  outputDir: '../test-results/pictures',
  timeout: 180_000,
  reporter: 'list',
  use: { ...tests.use, screenshot: 'off', trace: 'off' },
});
