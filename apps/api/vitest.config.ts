import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: 'src',
    globalSetup: 'test/global-setup.ts',
    exclude: ['**/*.system.test.ts'],
    // One embedded server serves all files: more workers only wait for it.
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 30_000,
  },
});
