/**
 * Finds a sequence of numbers in longer ones, in time proportional to these (Knuth, Morris and Pratt): also in one that
 * repeats the beginning of the sequence over and over.
 *
 * @param wanted - at least one number.
 * @returns a function for each next number of a longer sequence. It takes and returns how many of the first numbers of
 *   `wanted` have just been read: 0 at the start, all of them where `wanted` ends.
 */
export function createSequenceMatcher(
  wanted: readonly number[],
): (matched: number, next: number | undefined) => number {
  const { length } = wanted;
  /** By length of a prefix of `wanted`: the length of the longest shorter prefix that it ends with. */
  const overlaps = [0, 0];

  function match(matched: number, next: number | undefined): number {
    let count = matched === length ? (overlaps[length] ?? 0) : matched;
    while (wanted[count] !== next) {
      if (count === 0) return 0;
      count = overlaps[count] ?? 0;
    }
    return count + 1;
  }

  for (let at = 1; at < length; at += 1) overlaps.push(match(overlaps[at] ?? 0, wanted[at]));
  return match;
}
