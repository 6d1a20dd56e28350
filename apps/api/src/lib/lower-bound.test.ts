import { expect, it } from 'vitest';
import { lowerBound } from './lower-bound.js';

it.each([
  [[], 5, 0],
  [[5, 6], 5, 0],
  [[1, 3, 5, 5, 7], 5, 2],
  [[1, 3, 7], 5, 2],
  [[1, 3], 5, 2],
])('lowerBound of %j with a bound of %i: returns the index %i', (sorted: number[], bound, index) => {
  expect(lowerBound(sorted, (item) => item < bound)).toBe(index);
});
