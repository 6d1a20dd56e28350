import { phoneticKeys } from '@safarnama/phonetic';
import { describe, expect, it } from 'vitest';
import { putStory } from '../../test/story-index.js';
import { buildClause } from './clause.js';
import type { WordTerm } from './search-query.js';
import { createStoryIndex } from './story-index.js';

const buildTerm = (word: string): WordTerm => ({
  kind: 'word',
  word,
  keys: phoneticKeys(word),
  isPrefix: false,
  start: 0,
  occurrences: [{ start: 0, end: word.length }],
});

/** Spellings of Rajasthan that sound the same: each vowel and consonant once or twice. */
const SPELLINGS = Array.from({ length: 512 }, (_, bits) =>
  [...'rajasthan'].map((letter, at) => ((bits >> at) & 1 ? letter + letter : letter)).join(''),
);

describe('buildClause', () => {
  it('with very many words that sound alike: matches the 200 in most stories, and the word itself', () => {
    const index = createStoryIndex();
    const [typed = '', ...others] = SPELLINGS;
    const common = others.slice(-3);
    putStory(index, 'hostile', { text: [...others, typed].join(' ') });
    putStory(index, 'real', { text: common.join(' ') });

    const { words } = buildClause(index, buildTerm(typed));

    const matched = [...words.keys()].map((number) => index.vocabulary().wordOf(number));
    expect(matched).toHaveLength(201);
    expect(matched).toEqual(expect.arrayContaining([typed, ...common]));
  });

  it('with very many words of one beginning: matches 10,000 of them', () => {
    const index = createStoryIndex();
    for (let story = 0; story < 3; story += 1) {
      const words = Array.from({ length: 4_999 }, (_, number) => `x${story}y${number}`);
      putStory(index, `story-${story}`, { title: 'x', text: words.join(' ') });
    }

    const { words } = buildClause(index, { ...buildTerm('x'), isPrefix: true });

    expect(words.size).toBe(10_000);
  });

  it('with very many words of one key, in several stories: looks at the first 10,000 of them', () => {
    const index = createStoryIndex();
    const pairs = ['a', 'e', 'i', 'o', 'u'].flatMap((first) =>
      ['a', 'e', 'i', 'o', 'u'].map((second) => first + second),
    );
    const spellings = pairs.flatMap((a) => pairs.flatMap((b) => pairs.map((c) => `k${a}rm${b}lt${c}n`)));
    for (let start = 0; start < spellings.length; start += 5_000) {
      putStory(index, `story-${start}`, { text: spellings.slice(start, start + 5_000).join(' ') });
    }
    const key = phoneticKeys(spellings[0] ?? '');

    const sameKey = spellings.filter((word) => phoneticKeys(word)[0] === key[0]);
    expect(sameKey.length).toBeGreaterThan(10_000);
    expect(index.vocabulary().withKeys(key)).toHaveLength(10_000);
  });
});
