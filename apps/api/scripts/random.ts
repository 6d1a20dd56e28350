/** A seeded random number generator, which gives the same results on every machine. */
export interface Random {
  /** A number from `from` (included) to `to` (excluded). */
  range(from: number, to: number): number;
  /** An integer from `from` to `to`, both included. */
  int(from: number, to: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
}

/** FNV-1a: similar seeds ("story-1", "story-2") get distant hashes. */
function hash(seed: string): number {
  let value = 0x811c9dc5;
  for (const character of seed) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return value >>> 0;
}

/** Creates a Mulberry32 generator: small, fast and sufficiently uniform. */
export function createRandom(seed: string): Random {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    range: (from, to) => from + next() * (to - from),
    int,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
    chance: (probability) => next() < probability,
  };
}
