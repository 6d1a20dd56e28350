import { defineConfig } from 'vitest/config';

export default defineConfig({
  // A whole product is cloned, installed, built, started and killed: one thing at a time.
  test: { dir: 'system', testTimeout: 180_000, hookTimeout: 400_000, fileParallelism: false },
});
