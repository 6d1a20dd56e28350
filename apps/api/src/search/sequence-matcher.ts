/**
 * Finds a sequence of numbers in longer ones, in time proportional to these (Knuth, Morris and Pratt): also in one that
 * repeats the beginning of the sequence over and over.
 *
 * @param wanted - at least one number.
 * @returns a function to call with each next number of a longer sequence. It takes and returns how many of the first
 *   numbers of `wanted` have just been read: 0 at the start, all of them where `wanted` ends.
 */
export function createSequenceMatcher(
  wanted: readonly number[],
): (matched: number, next: number | undefined) => number {
  const { length } = wanted;
  /** The failure function: by length of a prefix of `wanted`, that of the longest shorter prefix that it ends with. */
  const failure = [0, 0];

  /** Extends a match of `matched` numbers by the next one, or else the longest shorter match that it does extend. */
  function match(matched: number, next: number | undefined): number {
    let count = matched === length ? (failure[length] ?? 0) : matched;
    while (wanted[count] !== next) {
      if (count === 0) return 0;
      count = failure[count] ?? 0;
    }
    return count + 1;
  }

  for (let index = 1; index < length; index += 1) failure.push(match(failure[index] ?? 0, wanted[index]));
  return match;
}
