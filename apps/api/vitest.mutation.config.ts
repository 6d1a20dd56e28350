import { defineConfig, mergeConfig } from 'vitest/config';
import { processEnv } from './src/config/env.js';
import config from './vitest.config.js';

/**
 * Runs the test files of one group for `npm run mutation`. Test files do not share modules, because a mutant may change
 * what a module does when it is loaded.
 */
export default mergeConfig(
  config,
  defineConfig({
    test: {
      isolate: true,
      include: (processEnv()['MUTATION_TESTS'] ?? '').split(' '),
      setupFiles: ['test/mutation-setup.ts'],
      // Stryker reports which tests failed; the details are not needed.
      reporters: [{}],
    },
  }),
);
