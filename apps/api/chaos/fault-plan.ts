import type { Random } from '../scripts/random.js';

export const FAULTS = [
  'api killed',
  'api stopped',
  'api frozen',
  'database killed',
  'database stopped',
  'database frozen',
  'redis killed',
  'redis frozen',
  'database disconnected',
  'database slow',
  'database trickling',
  'database dropping data',
  'database half closed',
  'redis disconnected',
  'redis dropping data',
  'client disconnected',
  'client slow',
  'client trickling',
  'client dropping data',
  'client half closed',
  'disk full',
  'clock ahead',
  'clock behind',
] as const;
export type FaultKind = (typeof FAULTS)[number];

/** A fault to inject, and the pause after it. */
export interface Fault {
  kind: FaultKind;
  /**
   * Index of the API process, or of its connections, that the fault affects; ignored by faults of shared parts, such as
   * a killed database.
   */
  process: 0 | 1;
  durationMs: number;
  pauseMs: number;
}

const MAX_DURATION_MS = 4_000;
const MIN_DURATION_MS = 300;
const MAX_PAUSE_MS = 1_500;

/**
 * Yields faults endlessly, in rounds of all kinds. Their order and durations depend on the seed.
 *
 * @param kinds - the kinds that this machine supports.
 */
export function* planFaults(random: Random, kinds: readonly FaultKind[]): Generator<Fault, never> {
  for (;;) {
    const remaining = [...kinds];
    while (remaining.length > 0) {
      const [kind] = remaining.splice(random.int(0, remaining.length - 1), 1);
      if (kind === undefined) continue;
      yield {
        kind,
        process: random.chance(0.5) ? 0 : 1,
        durationMs: Math.round(random.range(MIN_DURATION_MS, MAX_DURATION_MS)),
        pauseMs: Math.round(random.range(0, MAX_PAUSE_MS)),
      };
    }
  }
}
