import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Only stops tests that hang: everything may be slow on a busy machine.
  test: { dir: 'src', exclude: ['**/*.system.test.ts'], testTimeout: 60_000 },
});
