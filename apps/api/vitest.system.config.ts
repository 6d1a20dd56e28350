import { defineConfig, mergeConfig } from 'vitest/config';
import config from './vitest.config.js';

/** `npm run test:system`: whole processes, and servers that need more than Node. */
export default mergeConfig(
  { ...config, test: { ...config.test, exclude: [] } },
  defineConfig({
    test: {
      include: ['**/*.system.test.ts'],
      hookTimeout: 180_000,
      testTimeout: 120_000,
      // Tests often wait, for outages and delays: two workers would leave a seventh of two cores idle.
      maxWorkers: 3,
      // Some files connect to a database of their own, or read the counters of the process.
      isolate: true,
    },
  }),
);
