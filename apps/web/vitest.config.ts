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
    testTimeout: 20_000,
    // Two cores, and jsdom is what costs: one worker a core at most.
    maxWorkers: 2,
  },
});
