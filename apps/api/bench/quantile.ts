/**
 * @param sorted - values in ascending order.
 * @param fraction - such as 0.95 for the 95th percentile.
 * @returns NaN for an empty list.
 */
export function quantile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

export const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** @param values - in any order. */
export const median = (values: readonly number[]): number => quantile(ascending(values), 0.5);
