import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Servers are installed into a cache folder when they are not there yet.
  test: {
    dir: 'src',
    include: ['**/*.system.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
