import { describe, expect, it, vi } from 'vitest';
import { putStory } from '../../test/story-index.js';
import { buildClause, type Clause } from './clause.js';
import { createHighlighter } from './highlight.js';
import { parseQuery } from './search-query.js';
import { createStoryIndex, type StoryIndex } from './story-index.js';

const buildClauses = (index: StoryIndex, q: string): Clause[] =>
  parseQuery(q).map((term) => buildClause(index, term));

describe('createHighlighter', () => {
  it('with matches far into many long texts: cuts the excerpts of the first around them, then those of the beginning', () => {
    const index = createStoryIndex();
    const text = `${'a '.repeat(49_000)}temple`;
    const ids = Array.from({ length: 10 }, (_, number) => `story-${number}`);
    for (const id of ids) putStory(index, id, { text });
    const highlighter = createHighlighter(index, buildClauses(index, 'temple'));

    const excerpts = ids.map((id) => highlighter.cutExcerpt({ id, blogContent: text }));

    const hasMatch = excerpts.map((excerpt) => excerpt.endsWith('temple'));
    expect(hasMatch).toEqual([...Array(8).fill(true), false, false]);
    expect(excerpts[9]).toMatch(/^a a a /);
  });

  it.each([
    ['Latin', 'sea ', 'temple'],
    ['Devanagari', 'क्षितिज ', 'मंदिर'],
  ])(
    'with a match at the end of a %s text: cuts an excerpt of about 150 graphemes',
    (_script, word, match) => {
      const index = createStoryIndex();
      const text = word.repeat(100) + match;
      putStory(index, 'story', { text });
      const highlighter = createHighlighter(index, buildClauses(index, match));

      const excerpt = highlighter.cutExcerpt({ id: 'story', blogContent: text });

      const { length } = [...new Intl.Segmenter().segment(excerpt)];
      expect(excerpt.endsWith(match)).toBe(true);
      expect(length).toBeGreaterThan(140);
      expect(length).toBeLessThanOrEqual(150);
    },
  );

  it('with a match at the end of a text that is hardly longer than an excerpt: shows the text from its beginning', () => {
    const index = createStoryIndex();
    const text = `${'sea '.repeat(30)}temple`;
    putStory(index, 'story', { text });
    const highlighter = createHighlighter(index, buildClauses(index, 'temple'));

    expect(highlighter.cutExcerpt({ id: 'story', blogContent: text })).toBe(text);
  });

  it('after the index was built again in the meantime: cuts the excerpt around the same match', async () => {
    const index = createStoryIndex();
    const text = `${'sea '.repeat(100)}temple`;
    for (let removed = 0; removed < 999; removed += 1) {
      putStory(index, 'removed', { text: `word${removed}` });
      index.remove('removed');
    }
    putStory(index, 'story', { text });
    const highlighter = createHighlighter(index, buildClauses(index, 'temple'));
    putStory(index, 'removed', { text: 'sea' });
    index.remove('removed');
    await vi.waitFor(() => expect(index.capacity()).toBe(1));

    expect(highlighter.cutExcerpt({ id: 'story', blogContent: text })).toMatch(/temple$/);
    expect(highlighter.findRanges('A temple')).toEqual([[2, 8]]);
  });

  it('for a long phrase in a longer text that repeat one word: marks it before the test times out', () => {
    const index = createStoryIndex();
    const phrase = `${'a '.repeat(40_000)}b`;
    const text = `b ${'a '.repeat(200_000)}b`;
    putStory(index, 'story', { text });
    const term = { kind: 'phrase' as const, words: phrase.split(' '), start: 0 };
    const highlighter = createHighlighter(index, [buildClause(index, term)]);

    const ranges = highlighter.findRanges(text);

    expect(ranges).toHaveLength(40_001);
    expect(ranges.at(-1)).toEqual([text.length - 1, text.length]);
  });
});
