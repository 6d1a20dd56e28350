import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Real servers are started. Those that take long (installs, every engine in turn, kills) are in the system tests.
  test: {
    dir: 'src',
    exclude: ['**/*.system.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
