import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Building the gazetteer takes half a minute of CPU.
  test: { dir: 'src', include: ['**/*.system.test.ts'], testTimeout: 300_000 },
});
