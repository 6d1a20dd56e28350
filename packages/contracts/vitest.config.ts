import { defineConfig } from 'vitest/config';

export default defineConfig({
  // For what hangs, not for what is slow on a busy machine.
  test: { dir: 'src', testTimeout: 60_000 },
});
