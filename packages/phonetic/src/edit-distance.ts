/** Length of the common prefix of two texts. */
function commonPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

/** Length of the common suffix of two texts whose first `start` letters, which are equal, do not count. */
function commonSuffixLength(a: string, b: string, start: number): number {
  const maxLength = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < maxLength && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length))
    length += 1;
  return length;
}

/**
 * Whether the edit distance of two words is at most `edits`. An edit adds, removes or replaces a letter, or swaps two
 * neighbouring letters (optimal string alignment). The common prefix and suffix are skipped, and of the rest only the
 * diagonal band of the table that `edits` edits can reach is computed, so the number of computed cells grows with the
 * length and not with its square.
 *
 * @param edits - a small whole number; 0 compares for equality.
 */
export function isWithinEditDistance(a: string, b: string, edits: number): boolean {
  if (a === b) return true;
  if (edits <= 0 || Math.abs(a.length - b.length) > edits) return false;
  const start = commonPrefixLength(a, b);
  const end = commonSuffixLength(a, b, start);
  const [restOfA, restOfB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (Math.max(restOfA.length, restOfB.length) <= edits) return true;
  // One edit leaves at most one letter of each, or two that are swapped.
  if (edits === 1) return restOfA.length === 2 && restOfB === restOfA.charAt(1) + restOfA.charAt(0);
  return isWithinBand(restOfA, restOfB, edits);
}

/** Computes the diagonal band of the table of edit distances of all prefixes. */
function isWithinBand(a: string, b: string, edits: number): boolean {
  const far = edits + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => (column <= edits ? column : far));
  for (let row = 1; row <= a.length; row += 1) {
    const current: number[] = new Array(b.length + 1).fill(far);
    if (row <= edits) current[0] = row;
    const first = Math.max(1, row - edits);
    const last = Math.min(b.length, row + edits);
    let best = first === 1 ? (current[0] ?? far) : far;
    for (let column = first; column <= last; column += 1) {
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      let cost = (previous[column - 1] ?? far) + (isSame ? 0 : 1);
      cost = Math.min(cost, (previous[column] ?? far) + 1, (current[column - 1] ?? far) + 1);
      const isSwap =
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1);
      if (isSwap) cost = Math.min(cost, (beforePrevious[column - 2] ?? far) + 1);
      current[column] = cost;
      if (cost < best) best = cost;
    }
    if (best > edits) return false;
    beforePrevious = previous;
    previous = current;
  }
  return (previous[b.length] ?? far) <= edits;
}
