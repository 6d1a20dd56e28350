import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import config from './vitest.config.js';

/**
 * Files that take most of a minute or longer. Without results of an earlier run, vitest starts with the files of most
 * bytes, and would end with one worker running the fuzzer, which is a short file.
 */
const LONGEST_FILES = [
  'security/fuzz',
  'http/endpoint-cache',
  'reliability/stop',
  'realtime/redis-outage',
  'media/uploads',
  'http/nginx',
  'backup/drill',
  'message/message-kills',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST_FILES.findIndex((name) => moduleId.includes(`/src/${name}.`));
      return index === -1 ? LONGEST_FILES.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

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
      sequence: { sequencer: LongestFirst },
      // Some files connect to a database of their own, or read the counters of the process.
      isolate: true,
    },
  }),
);
