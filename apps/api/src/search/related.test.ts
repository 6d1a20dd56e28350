import { describe, expect, it, vi } from 'vitest';
import { putStory } from '../../test/story-index.js';
import { findRelated } from './related.js';
import { createStoryIndex } from './story-index.js';

interface Story {
  id: string;
  authorId?: string;
  placeIds?: string[];
  text?: string;
}

/** Builds an index of stories, each newer than the one before. */
function buildIndex(stories: readonly Story[]) {
  const index = createStoryIndex();
  for (const [
    createdAt,
    { id, authorId = `author of ${id}`, placeIds = [], text = '' },
  ] of stories.entries()) {
    putStory(index, id, { title: id, text }, { authorId, createdAt, placeIds });
  }
  return index;
}

const LOOM = 'weavers loom shuttle';

const relatedIds = (...args: Parameters<typeof findRelated>) => [...findRelated(...args).keys()];

describe('findRelated', () => {
  it('with all kinds: lists two of the place, two of the author, then those with the same rare words', () => {
    const index = buildIndex([
      { id: 'story', authorId: 'asha', placeIds: ['varanasi', 'up'], text: LOOM },
      ...['p1', 'p2', 'p3'].map((id) => ({ id, placeIds: ['assi', 'varanasi', 'up'] })),
      { id: 'elsewhere', placeIds: ['lucknow', 'up'] },
      ...['a1', 'a2', 'a3'].map((id) => ({ id, authorId: 'asha' })),
      { id: 's1', text: 'weavers loom' },
      { id: 's2', text: LOOM },
      { id: 'one word', text: 'loom' },
    ]);

    expect([...findRelated(index, 'story')]).toEqual([
      ['p3', 'place'],
      ['p2', 'place'],
      ['a3', 'author'],
      ['a2', 'author'],
      ['s2', 'similar'],
      ['s1', 'similar'],
    ]);
  });

  it('with a similar story of the place and one of the author: have the relation of the place and of the author', () => {
    const index = buildIndex([
      { id: 'story', authorId: 'asha', placeIds: ['varanasi'], text: LOOM },
      ...['p1', 'p2'].map((id) => ({ id, placeIds: ['assi', 'varanasi'], text: LOOM })),
      { id: 'place and author', authorId: 'asha', placeIds: ['assi', 'varanasi'], text: 'loom' },
      ...['a1', 'a2', 'a3'].map((id) => ({ id, authorId: 'asha', text: LOOM })),
    ]);

    expect(Object.fromEntries(findRelated(index, 'story'))).toEqual({
      p1: 'place',
      p2: 'place',
      'place and author': 'place',
      a1: 'author',
      a2: 'author',
      a3: 'author',
    });
  });

  it('with stories of one kind only: fills the list with them, newest first', () => {
    const others = Array.from({ length: 9 }, (_, number) => ({ id: `p${number}`, placeIds: ['varanasi'] }));
    const index = buildIndex([{ id: 'story', placeIds: ['varanasi'] }, ...others]);

    expect(relatedIds(index, 'story')).toEqual(['p8', 'p7', 'p6', 'p5', 'p4', 'p3']);
  });

  it('with several stories of the place: lists those that share rare words first', () => {
    const index = buildIndex([
      { id: 'story', placeIds: ['varanasi'], text: LOOM },
      { id: 'alike', placeIds: ['varanasi'], text: LOOM },
      { id: 'newer', placeIds: ['varanasi'] },
    ]);

    expect(relatedIds(index, 'story')).toEqual(['alike', 'newer']);
  });

  it('of a place with very many stories: reads few of them', () => {
    const index = createStoryIndex();
    const ids = Array.from({ length: 5_000 }, (_, age) => `p${age}`);
    // As after the start of a process, which loads the newest stories first.
    for (const [age, id] of ids.entries()) {
      putStory(index, id, { title: id }, { authorId: id, createdAt: -age, placeIds: ['varanasi'] });
    }
    const storyOf = vi.spyOn(index, 'storyOf');

    expect(relatedIds(index, 'p4000')).toEqual(ids.slice(0, 6));
    expect(storyOf.mock.calls.length).toBeLessThan(100);
  });

  it('of an unknown story: lists none', () => {
    expect(relatedIds(buildIndex([{ id: 'other' }]), 'story')).toEqual([]);
  });
});
