import type { Random } from '../scripts/random.js';

/** Every way in which something fails. */
export const FAULTS = [
  'api killed',
  'api stopped',
  'api frozen',
  'database killed',
  'database stopped',
  'database frozen',
  'redis killed',
  'redis frozen',
  'database line cut',
  'database line late',
  'database line trickling',
  'database line swallowing',
  'database line half closed',
  'redis line cut',
  'redis line swallowing',
  'client line cut',
  'client line late',
  'client line trickling',
  'client line swallowing',
  'client line half closed',
  'disk full',
  'clock ahead',
  'clock behind',
] as const;
export type FaultKind = (typeof FAULTS)[number];

/** Something that fails, of which process, for how long, and the quiet after it. */
export interface Fault {
  kind: FaultKind;
  /** Which of the two processes, where it is one of them. */
  process: 0 | 1;
  durationMs: number;
  pauseMs: number;
}

const MAX_DURATION_MS = 4_000;
const MIN_DURATION_MS = 300;
const MAX_PAUSE_MS = 1_500;

/**
 * Faults without end, in rounds that have each kind once, in an order and of lengths that the seed decides.
 *
 * @param kinds - those that this machine can do.
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
