import { describe, expect, it } from 'vitest';
import { createWordPairs, hashPairs } from './word-pairs.js';

/** Returns a function that creates pseudo-random integers from 0 to `below` (exclusive), the same in every run. */
function createNumbers(seed: number, below: number) {
  let state = seed;
  return (length: number): number[] =>
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    });
}

describe('createWordPairs', () => {
  it('with stories of many lengths: has each pair of each story, including those added while the array grew', () => {
    const pairs = createWordPairs();
    const next = createNumbers(1, 50_000);
    const stories = Array.from({ length: 200 }, (_, number) => next(number * 7));
    for (const words of stories) pairs.add(words);

    const missing = stories.flatMap((words, story) =>
      words.slice(1).filter((word, at) => !pairs.mayHave(story, hashPairs([words[at] ?? 0, word]))),
    );

    expect(missing).toEqual([]);
  });

  it('with pairs that a story does not have: excludes at least three quarters', () => {
    const pairs = createWordPairs();
    const next = createNumbers(2, 300);
    for (let story = 0; story < 100; story += 1) pairs.add(next(250));

    const found = Array.from({ length: 10_000 }, (_, number) =>
      pairs.mayHave(number % 100, hashPairs([300 + (number % 7), 400 + number])),
    ).filter((mayHave) => mayHave);

    expect(found.length).toBeLessThan(2_500);
  });

  it('with one word: excludes no story, since a word alone has no pair', () => {
    const pairs = createWordPairs();
    pairs.add([]);

    expect(pairs.mayHave(0, hashPairs([7]))).toBe(true);
  });
});
