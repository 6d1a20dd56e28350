import { describe, expect, it } from 'vitest';
import { runChaos } from '../../chaos/run.js';
import { readRounds } from '../../test/message-set.js';

const DURATION_MS = 12_000;
const MINIMUM = { acknowledged: 20, faults: 2 };
/** With the start, the last recovery and the reading of everything that was acknowledged. */
const TEST_TIMEOUT_MS = 480_000;

describe('Reliability 1: everything that can fail, one thing after another, while people write', () => {
  it(
    'loses and doubles nothing that was acknowledged, and answers nothing but 503 meanwhile',
    async () => {
      const { seed } = readRounds();

      const result = await runChaos({
        ...{ seed, durationMs: DURATION_MS, minimum: MINIMUM },
        log: (line) => console.log(line),
      });

      expect(result.violations).toEqual([]);
      expect(result).toMatchObject({ lost: 0, doubled: 0, failed: 0 });
      expect(result.acknowledged).toBeGreaterThanOrEqual(MINIMUM.acknowledged);
      expect(result.faults).toBeGreaterThanOrEqual(MINIMUM.faults);
    },
    TEST_TIMEOUT_MS,
  );
});
