import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Tests clone, install, build, start and kill the whole product, so they must not run in parallel.
  test: { dir: 'system', testTimeout: 180_000, hookTimeout: 400_000, fileParallelism: false },
});
