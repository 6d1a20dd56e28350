import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { chooseSeed, describeReport, findUnderTested, fuzz } from '../../test/fuzz/run.js';
import { useDatabase } from '../../test/mongo.js';
import { processEnv } from '../config/env.js';

const REQUESTS = 20_000;
/** Minimum number of successful requests per operation. */
const MIN_SUCCEEDED = 5;
/** Far above the two minutes that a run takes on a busy machine. */
const TIMEOUT_MS = 1_800_000;

useDatabase();
const app = useApp();

describe('20,000 requests generated from the OpenAPI document', () => {
  it(
    'valid and invalid, with and without sessions, eight concurrently: get declared responses and no 5xx',
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
      expect(findUnderTested(report, Math.floor((MIN_SUCCEEDED * requests) / REQUESTS))).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
