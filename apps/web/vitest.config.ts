import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compileMessages } from './build/compile-messages.ts';

export default defineConfig({
  plugins: [react(), compileMessages()],
  // Vitest resolves packages as Node does; this one has a build of its own for browsers.
  resolve: { alias: { 'tus-js-client': 'tus-js-client/lib.esm/browser/index.js' } },
  test: {
    include: ['{build,src}/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    setupFiles: ['src/testing/setup.ts'],
    css: false,
    restoreMocks: true,
    // Only stops tests that hang: everything may be slow on a busy machine. Tests assert required times themselves.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // Files share the modules and the jsdom of a worker, because creating them for each file takes longer than the
    // tests. setup.ts resets the jsdom after each test.
    isolate: false,
    // The API's tests run at the same time and finish first; with one worker, a core would then be idle.
    maxWorkers: 2,
  },
});
