import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { putStory } from '../../test/story-index.js';
import { storyOfPosting } from './posting.js';
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

  it('after edits and deletions of stories with many words: does not keep their words', async () => {
    const index = createStoryIndex();
    putStory(index, 'other', { text: 'quiet lanes' });

    const shared = inventWords('shared', 4_990).join(' ');

    for (let version = 0; version < 40; version += 1) {
      putStory(index, 'edited', { title: `edit${version}`, text: shared });
    }
    index.remove('edited');

    await vi.waitFor(() => expect(isFound(index, 'edit0')).toBe(false));
    expect(isFound(index, 'quiet')).toBe(true);
  });

  it('while it is rebuilt without removed stories: other work goes on, and no change is lost', async () => {
    const index = createStoryIndex();
    const ids = Array.from({ length: 2_000 }, (_, number) => `story-${number}`);
    const shared = inventWords('shared', 100).join(' ');
    for (const id of ids) putStory(index, id, { text: shared });
    for (const id of ids.slice(0, 1_000)) index.remove(id);

    /** The story that is removed when the one with this number is changed. */
    const removedWith = (number: number) => `story-${number < 1_500 ? number + 100 : number - 100}`;
    let pauses = 0;
    for (; index.capacity() >= 2_000; pauses += 1) {
      // The earlier ones have been added already, the later ones not yet.
      for (const number of pauses < 20 ? [1_000 + pauses, 1_999 - pauses] : []) {
        putStory(index, `story-${number}`, { text: `changed${number}` });
        putStory(index, `new-${number}`, { text: `added${number}` });
        index.remove(removedWith(number));
      }
      await setImmediate();
    }

    expect(pauses).toBeGreaterThan(1);
    const find = (word: string) =>
      index
        .postingsOf(index.vocabulary().numberOf(word) ?? -1)
        .flatMap((posting) => index.storyOf(storyOfPosting(posting))?.id ?? []);
    for (const number of ids.keys()) {
      const [changed] = find(`changed${number}`);
      if (changed === undefined) continue;
      expect(changed).toBe(`story-${number}`);
      expect(find(`added${number}`)).toEqual([`new-${number}`]);
      expect(index.numberOf(removedWith(number))).toBeUndefined();
    }
    expect(find('changed1000')).toEqual(['story-1000']);
    expect(index.size()).toBe(1_000);
    expect(find('shared7')).toHaveLength(1_000 - 4 * Math.min(pauses, 20));
    expect(index.capacity()).toBeLessThan(1_200);
  });

  it('with more words than the vocabulary takes: finds the others, and has the story read again once there is room', async () => {
    const index = createStoryIndex(8);
    putStory(index, 'first', { text: inventWords('a', 6).join(' ') });
    putStory(index, 'second', { text: 'a1 b1 b2 b3 b4' }, { indexedAt: 5 });

    expect(['a1', 'b1', 'b2', 'b3'].map((word) => isFound(index, word))).toEqual([true, true, true, false]);
    expect(index.indexedAtOf('second')).toBe(5);

    for (let removed = 0; removed < 1_000; removed += 1) {
      putStory(index, 'short', { text: 'a1' });
      index.remove('short');
    }

    await vi.waitFor(() => expect(index.indexedAtOf('second')).toBe(0));
    expect(index.indexedAtOf('first')).toBe(1);
    expect(['a1', 'b1', 'b2', 'b3'].map((word) => isFound(index, word))).toEqual([true, true, true, false]);
  });
});
