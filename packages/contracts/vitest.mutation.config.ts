import { defineConfig, mergeConfig } from 'vitest/config';
import config from './vitest.config.js';

// biome-ignore lint/style/noProcessEnv: this package has no module for settings.
const tests = process.env['MUTATION_TESTS'] ?? '';

/** Runs the test files of one group for `npm run mutation`. */
export default mergeConfig(
  config,
  // Stryker reports which tests failed; the details are not needed.
  defineConfig({ test: { include: tests.split(' '), reporters: [{}] } }),
);
