import { describe, expect, it } from 'vitest';
import { runChaos } from '../../chaos/run.js';
import { readSimulationSettings } from '../../test/chat-simulation.js';

const DURATION_MS = 12_000;
const MINIMUM = { acknowledged: 20, faults: 2 };
/** Includes the start, the last recovery and the verification of everything acknowledged. */
const TEST_TIMEOUT_MS = 480_000;

describe('Reliability 1: random faults, one after another, while users write', () => {
  it(
    'lose and duplicate no acknowledged write, and cause no 5xx response other than 503',
    async () => {
      const { seed } = readSimulationSettings();

      const result = await runChaos({
        seed,
        durationMs: DURATION_MS,
        minimum: MINIMUM,
        log: (line) => console.log(line),
      });

      expect(result.violations).toEqual([]);
      expect(result).toMatchObject({ lost: 0, duplicated: 0, failed: 0 });
      expect(result.acknowledged).toBeGreaterThanOrEqual(MINIMUM.acknowledged);
      expect(result.faults).toBeGreaterThanOrEqual(MINIMUM.faults);
    },
    TEST_TIMEOUT_MS,
  );
});
