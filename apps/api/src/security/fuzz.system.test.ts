import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { chooseSeed, describeReport, fuzz, underTested } from '../../test/fuzz/run.js';
import { useDatabase } from '../../test/mongo.js';
import { processEnv } from '../config/env.js';

const REQUESTS = 20_000;
/** Each call is to be done right this often. */
const LEAST_DONE = 5;
/** Two minutes of processor time on a busy machine: far above what it takes. */
const TIMEOUT_MS = 1_800_000;

useDatabase();
const app = useApp();

describe('20,000 requests made from the OpenAPI document', () => {
  it(
    'valid and broken, from guests and people, eight at a time: every answer is as declared, none is 5xx',
    async () => {
      const { FUZZ_SEED, FUZZ_REQUESTS } = processEnv();
      const seed = chooseSeed(FUZZ_SEED);
      const requests = Number(FUZZ_REQUESTS || REQUESTS);

      const report = await fuzz({ url: app.url, seed, requests });

      console.log(describeReport(report, seed));
      expect(report.failures).toEqual([]);
      expect(report.serverErrors).toBe(0);
      expect(report.sent).toBeGreaterThanOrEqual(requests);
      expect(report.pastSchema / report.sent).toBeGreaterThanOrEqual(0.3);
      expect(underTested(report, Math.floor((LEAST_DONE * requests) / REQUESTS))).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
