import { defineConfig, mergeConfig } from 'vitest/config';
import { processEnv } from './src/config/env.js';
import config from './vitest.config.js';

/** `npm run mutation`: the test files of one group, each with modules of its own, as a mutant may change what loads. */
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
