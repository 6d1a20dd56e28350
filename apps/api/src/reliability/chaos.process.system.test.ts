import { describe, expect, it } from 'vitest';
import { runChaos } from '../../chaos/run.js';
import { readRounds } from '../../test/message-set.js';

const FOR_MS = 12_000;
const AT_LEAST = { acknowledged: 20, faults: 2 };
/** With the start, the last recovery and the reading of everything that was acknowledged. */
const TEST_TIMEOUT_MS = 480_000;

describe('Reliability 1: everything that can fail, one thing after another, while people write', () => {
  it(
    'loses and doubles nothing that was acknowledged, and answers nothing but 503 meanwhile',
    async () => {
      const { seed } = readRounds();

      const result = await runChaos({
        ...{ seed, forMs: FOR_MS, atLeast: AT_LEAST },
        log: (line) => console.log(line),
      });

      expect(result.complaints).toEqual([]);
      expect(result).toMatchObject({ lost: 0, doubled: 0, failed: 0 });
      expect(result.acknowledged).toBeGreaterThanOrEqual(AT_LEAST.acknowledged);
      expect(result.faults).toBeGreaterThanOrEqual(AT_LEAST.faults);
    },
    TEST_TIMEOUT_MS,
  );
});
