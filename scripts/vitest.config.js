import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Real processes are started, killed and waited for.
  test: { dir: 'lib', testTimeout: 60_000 },
});
