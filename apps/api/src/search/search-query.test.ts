import { describe, expect, it } from 'vitest';
import { parseQuery } from './search-query.js';

describe('parseQuery', () => {
  it('with many phrases: the first three are phrases, the others words', () => {
    const terms = parseQuery('"old town" "blue lanes" "at dawn" "quiet ghats" "old ghats"');

    expect(terms.map((term) => (term.kind === 'phrase' ? term.words : term.word))).toEqual([
      ['old', 'town'],
      ['blue', 'lanes'],
      ['at', 'dawn'],
      'quiet',
      'ghats',
      'old',
    ]);
  });
});
