import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Tests start real processes.
  test: { dir: 'lib', testTimeout: 60_000 },
});
