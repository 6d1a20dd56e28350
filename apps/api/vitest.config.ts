import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: 'src',
    globalSetup: 'test/global-setup.ts',
    exclude: ['**/*.system.test.ts'],
    // Files share their worker's modules: each file makes its own database and app, so nothing else is shared, and
    // importing everything anew for each cost half of the run.
    isolate: false,
    // One embedded server serves all files: more workers only wait for it.
    maxWorkers: 2,
    // For what hangs, not for what is slow on a busy machine: a time that is promised is asserted in its test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
