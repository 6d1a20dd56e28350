import { describe, expect, it, vi } from 'vitest';
import { putStory } from '../../test/story-index.js';
import { createStoryIndex } from './story-index.js';

function createIndex(stories: { title?: string; place?: string; text?: string }[]) {
  const index = createStoryIndex();
  for (const [number, story] of stories.entries()) putStory(index, `story-${number}`, story);
  return index;
}

function find(index: ReturnType<typeof createIndex>, phrase: string, story = 0) {
  const numbers = phrase.split(' ').map((word) => index.vocabulary().numberOf(word) ?? -1);
  return index.createPhraseFinder(numbers)(index.numberOf(`story-${story}`) ?? -1);
}

describe('createPhraseFinder', () => {
  it('with adjacent words: returns the fields that contain them one after the other', () => {
    const index = createIndex([
      { title: 'blue lanes at dawn', place: 'old town', text: 'the old town has blue lanes' },
    ]);

    expect(find(index, 'lanes at')).toEqual({ inTitle: true, inPlace: false, inText: false });
    expect(find(index, 'blue lanes')).toEqual({ inTitle: true, inPlace: false, inText: true });
    expect(find(index, 'old town')).toEqual({ inTitle: false, inPlace: true, inText: true });
    expect(find(index, 'lanes')).toEqual({ inTitle: true, inPlace: false, inText: true });
  });

  it('with words in another order, with a word between them or in two fields: finds nothing', () => {
    const index = createIndex([{ title: 'blue lanes', place: 'old town', text: 'quiet lanes of blue' }]);

    for (const phrase of ['lanes blue', 'quiet of', 'lanes old', 'town quiet']) {
      expect(find(index, phrase)).toBeNull();
    }
  });

  it('in a story with more distinct words than a byte can number: finds adjacent words only', () => {
    const words = Array.from({ length: 600 }, (_, number) => `word${number}`);
    const index = createIndex([{ text: words.join(' ') }]);

    const missing = words.slice(1).filter((word, at) => !find(index, `${words[at]} ${word}`)?.inText);

    expect(missing).toEqual([]);
    expect(find(index, 'word0 word2')).toBeNull();
    expect(find(index, 'word1 word130')).toBeNull();
  });

  it('for a long phrase in a longer story that repeat one word: finds it before the test times out', () => {
    const words = (count: number) => 'a '.repeat(count);
    const index = createIndex([{ text: `a b ${words(200_000)}b` }, { text: `${words(200_000)}c a b` }]);

    expect(find(index, `${words(50_000)}b`)).toMatchObject({ inText: true });
    expect(find(index, `${words(50_000)}b`, 1)).toBeNull();
    expect(find(index, 'a a b')).toMatchObject({ inText: true });
    expect(find(index, 'a a b', 1)).toBeNull();
  });

  it('after many stories were removed: finds phrases in those that remain', async () => {
    const index = createIndex(
      Array.from({ length: 1_500 }, (_, number) => ({
        text: `blue lanes ${number % 2 ? 'at' : 'before'} dawn`,
      })),
    );

    for (let number = 0; number < 1_400; number += 1) index.remove(`story-${number}`);

    await vi.waitFor(() => expect(index.capacity()).toBeLessThan(1_500));
    expect(find(index, 'lanes at', 1_401)).toEqual({ inTitle: false, inPlace: false, inText: true });
    expect(find(index, 'lanes before', 1_401)).toBeNull();
  });
});
