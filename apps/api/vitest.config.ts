import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: 'src',
    globalSetup: 'test/global-setup.ts',
    exclude: ['**/*.system.test.ts'],
    // Files share the modules of their worker, because importing them again for each file took half of the run. This is
    // safe, because each file starts its own app on an empty database.
    isolate: false,
    // One embedded database server serves all files: more workers would only wait for it.
    maxWorkers: 2,
    // Only stops tests that hang: everything may be slow on a busy machine. Tests assert required times themselves.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
