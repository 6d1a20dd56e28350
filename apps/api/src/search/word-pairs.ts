/** Bits per word of a story: at most a quarter of the pairs that it does not have seem to be present. */
const BITS_PER_WORD = 4;
const ELEMENT_BITS = 32;
const INITIAL_CAPACITY = 1_024;

/** A hash of 32 bits for two words that follow each other, by their numbers in the vocabulary. */
function hashPair(first: number, second: number): number {
  const mixed = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Hashes of the pairs in a sequence of words, in its order. */
export function hashPairs(words: readonly number[]): number[] {
  return words.slice(1).map((word, position) => hashPair(words[position] ?? -1, word));
}

/**
 * Which words follow each other in each story, as bits at the hashes of pairs (a Bloom filter), so that a phrase is
 * looked for in the few stories that probably have it. The bits of all stories are in one array, which is read many
 * times as fast as the stories themselves.
 */
export function createWordPairs() {
  let bits = new Uint32Array(INITIAL_CAPACITY);
  let used = 0;
  /** By number of the story: its first element of `bits`, and the mask of a bit's position in its part. */
  const starts: number[] = [];
  const masks: number[] = [];

  function reserve(length: number): void {
    if (used + length <= bits.length) return;
    const larger = new Uint32Array(Math.max(2 * bits.length, used + length));
    larger.set(bits);
    bits = larger;
  }

  return {
    /** Adds the next story. */
    add(words: readonly number[]): void {
      // A power of two, so that a mask of the hash is a position.
      const size = Math.max(
        ELEMENT_BITS,
        2 ** Math.ceil(Math.log2(BITS_PER_WORD * Math.max(1, words.length))),
      );
      reserve(size / ELEMENT_BITS);
      starts.push(used);
      masks.push(size - 1);
      for (const hash of hashPairs(words)) {
        const position = hash & (size - 1);
        bits[used + (position >>> 5)] = (bits[used + (position >>> 5)] ?? 0) | (1 << (position & 31));
      }
      used += size / ELEMENT_BITS;
    },

    /** Whether a story may have all of these pairs. @param hashes - as `hashPairs` returns them. */
    mayHave(story: number, hashes: readonly number[]): boolean {
      const [start, mask] = [starts[story] ?? 0, masks[story] ?? 0];
      for (const hash of hashes) {
        const position = hash & mask;
        if (((bits[start + (position >>> 5)] ?? 0) & (1 << (position & 31))) === 0) return false;
      }
      return true;
    },
  };
}
