import { defineConfig } from 'vitest/config';

export default defineConfig({
  // These tests start real servers. Slow ones (installs, every engine in turn, kills) are system tests: see
  // vitest.system.config.js.
  test: {
    dir: 'src',
    exclude: ['**/*.system.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
