import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Real servers are started, and installed into a cache folder when they are not there yet.
  test: { dir: 'src', testTimeout: 60_000, hookTimeout: 300_000, maxWorkers: 3 },
});
