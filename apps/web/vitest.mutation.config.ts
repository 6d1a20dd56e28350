import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';

/**
 * `npm run mutation`: the test files of one group, each with modules of its own, as a mutant may change what loads.
 * Without a document, which none of them needs.
 */
export default defineConfig(({ mode }) => {
  const { MUTATION_TESTS = '' } = loadEnv(mode, import.meta.dirname, 'MUTATION_');
  return {
    test: {
      dir: 'src',
      include: MUTATION_TESTS.split(' '),
      setupFiles: ['src/testing/mutation-setup.ts'],
      testTimeout: 20_000,
      // Stryker reports which tests failed; the details are not needed.
      reporters: [{}],
    },
  };
});
