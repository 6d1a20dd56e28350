import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    dir: 'src',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    setupFiles: ['src/testing/setup.ts'],
    css: false,
    restoreMocks: true,
    // For what hangs, not for what is slow on a busy machine: a time that is promised is asserted in its test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // Files share a worker's modules and its jsdom, which setup.ts cleans after each test: made anew for each file,
    // they cost more than the tests.
    isolate: false,
    // The API's tests run beside these: one worker leaves them a core.
    maxWorkers: 1,
  },
});
