import { describe, expect, it, vi } from 'vitest';
import { putStory } from '../../test/story-index.js';
import { createStoryIndex } from '../search/story-index.js';
import { countStoriesIn, findAuthorIds, findPlacesOfStories } from './place-stories.js';

const VARANASI = ['gn-1253405', 'sf-state-up', 'sf-india'];
const JAIPUR = ['gn-1269515', 'sf-state-rj', 'sf-india'];

function createIndex() {
  const index = createStoryIndex();
  const put = (id: string, placeIds: readonly string[], authorId: string, createdAt: number) =>
    putStory(index, id, { text: 'नदी' }, { placeIds, authorId, createdAt });
  put('first', VARANASI, 'asha', 1);
  put('second', JAIPUR, 'ravi', 2);
  put('third', VARANASI, 'ravi', 3);
  const read = () => ({
    count: countStoriesIn(index, 'sf-india'),
    places: findPlacesOfStories(index, 'sf-india').map(({ place, storyCount }) => [place.slug, storyCount]),
    authors: findAuthorIds(index, 'sf-india'),
  });
  return { index, put, read };
}

describe('the stories of a place', () => {
  it('are counted again only after the index has changed', () => {
    const { index, put, read } = createIndex();
    const storyOf = vi.spyOn(index, 'storyOf');

    const first = read();
    const reads = storyOf.mock.calls.length;
    const repeated = read();
    const readsOfRepeated = storyOf.mock.calls.length - reads;
    index.remove('third');
    const removed = read();
    put('fourth', JAIPUR, 'meera', 4);
    const added = read();

    expect(first).toEqual({
      count: 3,
      places: [
        ['varanasi', 2],
        ['jaipur', 1],
      ],
      authors: ['ravi', 'asha'],
    });
    expect([repeated, readsOfRepeated]).toEqual([first, 0]);
    expect(removed).toMatchObject({ count: 2, authors: ['ravi', 'asha'] });
    expect(added).toMatchObject({ count: 3, authors: ['meera', 'ravi', 'asha'] });
  });

  it('of two indexes: are counted separately', () => {
    const [one, other] = [createIndex(), createIndex()];
    one.index.remove('first');

    expect([one.read().count, other.read().count]).toEqual([2, 3]);
  });
});
