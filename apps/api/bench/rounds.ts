import { ascending, median, quantile } from './quantile.js';

/** The product and its baseline take turns, so that other load on the machine affects both. */
export const ROUNDS = 5;
/** The middle half of the rounds may spread over at most this fraction of the median. */
const MAX_SPREAD = 0.25;

/** Times of the product and its baseline in one round, in ms. */
export interface Round {
  apiMs: number;
  baselineMs: number;
}

export interface Comparison extends Round {
  ratio: number;
  spread: number;
  /** Maximum ratio; null when the ratio is only printed. */
  bound: number | null;
}

/** Summarizes rounds by their medians. */
export function compareRounds(rounds: readonly Round[], bound: number | null): Comparison {
  const ratios = ascending(rounds.map(({ apiMs, baselineMs }) => apiMs / baselineMs));
  const ratio = median(ratios);
  return {
    ratio,
    bound,
    apiMs: median(rounds.map(({ apiMs }) => apiMs)),
    baselineMs: median(rounds.map(({ baselineMs }) => baselineMs)),
    spread: (quantile(ratios, 0.75) - quantile(ratios, 0.25)) / ratio,
  };
}

function verdictOf({ ratio, bound, spread }: Comparison) {
  if (bound === null) return '';
  if (spread > MAX_SPREAD) return 'unknown';
  return ratio <= bound ? 'yes' : 'NO';
}

/** Prints a row for each comparison. Sets the exit code: 1 for an exceeded bound, 2 for rounds that differ too much. */
export function reportComparisons(comparisons: readonly (Comparison & { name: string })[]): void {
  console.table(
    comparisons.map((comparison) => ({
      target: comparison.name,
      'API, ms': comparison.apiMs.toFixed(3),
      'baseline, ms': comparison.baselineMs.toFixed(4),
      ratio: `${comparison.ratio.toFixed(1)} x`,
      bound: comparison.bound === null ? '' : `${comparison.bound} x`,
      spread: `${Math.round(comparison.spread * 100)} %`,
      passed: verdictOf(comparison),
    })),
  );
  const verdicts = comparisons.map(verdictOf);
  if (verdicts.includes('NO')) process.exitCode = 1;
  else if (verdicts.includes('unknown')) process.exitCode = 2;
}
