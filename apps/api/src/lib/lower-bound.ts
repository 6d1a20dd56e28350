/**
 * Finds the index of the first item that `isBefore` does not hold for. `isBefore` must hold for a prefix of the list
 * and for nothing after it.
 */
export function lowerBound<T>(sorted: readonly T[], isBefore: (item: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    // The cast is safe: the index is within the list.
    if (isBefore(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
