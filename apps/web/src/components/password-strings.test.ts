import { describe, expect, it } from 'vitest';
import { describeRating } from './password-strings.ts';

describe('describeRating', () => {
  it.each([
    [{ level: 0, cause: 'common' }, 'Too common. Attackers try it first.'],
    [{ level: 1, cause: 'repeat' }, 'Easy to guess: too repetitive. Try three or four unrelated words.'],
    [{ level: 1, cause: null }, 'Easy to guess. Try three or four unrelated words.'],
    [{ level: 3, cause: null }, 'Hard to guess.'],
  ] as const)('with %j: returns the hint for it', (rating, text) => {
    expect(describeRating(rating)).toBe(text);
  });
});
