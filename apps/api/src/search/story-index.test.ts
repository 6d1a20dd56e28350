import { describe, expect, it } from 'vitest';
import { putStory } from '../../test/story-index.js';
import { createStoryIndex, type StoryIndex } from './story-index.js';

/** Words that are in no other story. */
const inventWords = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${prefix}${number}`);

const isFound = (index: StoryIndex, word: string) => index.vocabulary().numberOf(word) !== undefined;

describe('createStoryIndex', () => {
  it('with a story of very many distinct words: finds the first 5,000, also in phrases', () => {
    const index = createStoryIndex();
    const words = inventWords('word', 6_000);

    putStory(index, 'random', { title: 'Dawn', text: `${words.join(' ')} word1 dawn` });

    expect(words.filter((word) => isFound(index, word))).toEqual(words.slice(0, 4_999));
    const [dawn = -1, first = -1, second = -1] = ['dawn', 'word1', 'word2'].map((word) =>
      index.vocabulary().numberOf(word),
    );
    expect(index.createPhraseFinder([first, dawn])(0)).toMatchObject({ inText: true });
    expect(index.createPhraseFinder([second, dawn])(0)).toBeNull();
  });

  it('after edits and deletions of stories with many words: does not keep their words', () => {
    const index = createStoryIndex();
    putStory(index, 'other', { text: 'quiet lanes' });

    const shared = inventWords('shared', 4_990).join(' ');

    for (let version = 0; version < 40; version += 1) {
      putStory(index, 'edited', { title: `edit${version}`, text: shared });
    }
    index.remove('edited');

    expect(isFound(index, 'edit0')).toBe(false);
    expect(isFound(index, 'quiet')).toBe(true);
  });

  it('with more words than the vocabulary takes: finds the others, and has the story read again once there is room', () => {
    const index = createStoryIndex(8);
    putStory(index, 'first', { text: inventWords('a', 6).join(' ') });
    putStory(index, 'second', { text: 'a1 b1 b2 b3 b4' }, { indexedAt: 5 });

    expect(['a1', 'b1', 'b2', 'b3'].map((word) => isFound(index, word))).toEqual([true, true, true, false]);
    expect(index.indexedAtOf('second')).toBe(5);

    for (let removed = 0; removed < 1_000; removed += 1) {
      putStory(index, 'short', { text: 'a1' });
      index.remove('short');
    }

    expect(index.indexedAtOf('second')).toBe(0);
    expect(index.indexedAtOf('first')).toBe(1);
    expect(['a1', 'b1', 'b2', 'b3'].map((word) => isFound(index, word))).toEqual([true, true, true, false]);
  });
});
