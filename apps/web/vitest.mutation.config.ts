import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';

/**
 * Runs the test files of one group for `npm run mutation`. Test files do not share modules, because a mutant may
 * change what a module does when it is loaded. None of the files needs a DOM, so there is no jsdom.
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
