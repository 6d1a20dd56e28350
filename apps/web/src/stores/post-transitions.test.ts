import { describe, expect, it } from 'vitest';
import { buildCard, buildPlacePage, buildPost, buildSavedPost } from '../testing/factories.ts';
import { useBlogStore } from './blog.store.ts';
import { EMPTY_LIST } from './card-lists.ts';
import {
  type ShownPosts,
  withChangedPost,
  withOpenedPost,
  withoutDeletedSlug,
  withoutPost,
  withPublishedPost,
  withUpdatedPost,
} from './post-transitions.ts';

const post = buildPost({ likeCount: 6 });
const { card } = buildSavedPost(post);
const other = buildCard();

/** Builds the state with the story in every list. */
function buildState(overrides: Partial<ShownPosts> = {}): ShownPosts {
  return {
    ...useBlogStore.getInitialState(),
    allposts: [other, card],
    myPosts: [card],
    cachedLists: { bookmarks: { ...EMPTY_LIST, cards: [card, other] } },
    freshPages: { allposts: { posts: [card], nextCursor: null } },
    ...overrides,
  };
}

/** The cards of every list. */
const readCards = ({ allposts, myPosts, cachedLists, freshPages }: Partial<ShownPosts>) => ({
  allposts,
  myPosts,
  bookmarks: cachedLists?.['bookmarks']?.cards,
  fresh: freshPages?.['allposts']?.posts,
});

describe('withPublishedPost', () => {
  it('of a new story: puts it first in the feeds and their newer first pages, but in no cached list', () => {
    const created = buildCard();
    const before = buildState({
      freshPages: {
        allposts: { posts: [card], nextCursor: null },
        bookmarks: { posts: [other], nextCursor: null },
      },
    });

    const after = withPublishedPost(before, created);

    expect(after.allposts).toEqual([created, other, card]);
    expect(after.myPosts).toEqual([created, card]);
    expect(after.freshPages).toEqual({
      allposts: { posts: [created, card], nextCursor: null },
      bookmarks: { posts: [other], nextCursor: null },
    });
    expect(after).not.toHaveProperty('cachedLists');
  });

  it('of a story that is listed and whose slug is deleted: lists it once, and its slug no longer', () => {
    const after = withPublishedPost(buildState({ deletedSlugs: ['gone', card.slug] }), card);

    expect(after.allposts).toEqual([card, other]);
    expect(after.deletedSlugs).toEqual(['gone']);
  });
});

describe('withOpenedPost', () => {
  it('of a story whose slug is deleted: opens it, and removes its slug', () => {
    const after = withOpenedPost(buildState({ deletedSlugs: [post.slug] }), post);

    expect(after).toEqual({ currentPost: post, deletedSlugs: [] });
  });
});

describe('withUpdatedPost', () => {
  const saved = buildSavedPost({ ...post, blogTitle: 'நீலகிரி மழை' });

  it('of a story in several lists: replaces its card in each', () => {
    expect(readCards(withUpdatedPost(buildState(), saved))).toEqual({
      allposts: [other, saved.card],
      myPosts: [saved.card],
      bookmarks: [saved.card, other],
      fresh: [saved.card],
    });
  });

  it.each([
    ['the same story is opened', post, false, true],
    ['another story is opened', buildPost(), false, false],
    ['no story is opened', null, false, false],
    ['another story is opened, for a story to open', buildPost(), true, true],
  ])('when %s', (_name, currentPost, opens, isShown) => {
    const after = withUpdatedPost(buildState({ currentPost }), saved, opens);

    expect(after.currentPost).toEqual(isShown ? saved.post : currentPost);
  });

  it.each([
    ['a moved story: they are loaded again', { ...card.place, _id: 'gn-2', slug: 'hampi' }, undefined],
    ['a story in the same place: they stay', card.place, null],
  ])('with lists of places, of %s', (_name, place, cursor) => {
    const list = { ...EMPTY_LIST, cards: [card], cursor: null };
    const cachedLists = { 'place:varanasi': { ...list, place: buildPlacePage() }, bookmarks: list };
    const moved = { post, card: { ...card, place: place as typeof card.place } };

    const after = withUpdatedPost(buildState({ cachedLists }), moved);

    expect(after.cachedLists?.['place:varanasi']?.cursor).toBe(cursor);
    expect(after.cachedLists?.['bookmarks']?.cursor).toBeNull();
  });

  it.each([
    ['with the story: they are loaded again', card, undefined],
    ['without the story: they stay', other, null],
  ])('with search results %s', (_name, found, cursor) => {
    const search = { total: 1, people: [], places: [], corrected: null };
    const cachedLists = { 'search:rain': { ...EMPTY_LIST, cards: [found], cursor: null, search } };

    const after = withUpdatedPost(buildState({ cachedLists }), saved);

    expect(after.cachedLists?.['search:rain']?.cursor).toBe(cursor);
  });
});

describe('withoutPost', () => {
  it('of a story in several lists: removes it from each, and adds its slug to the deleted ones', () => {
    const after = withoutPost(buildState({ deletedSlugs: ['gone'] }), post._id, post.slug);

    expect(readCards(after)).toEqual({ allposts: [other], myPosts: [], bookmarks: [other], fresh: [] });
    expect(after.deletedSlugs).toEqual(['gone', post.slug]);
  });

  it('of a story with an unknown slug: changes no deleted slugs', () => {
    expect(withoutPost(buildState(), post._id, undefined)).not.toHaveProperty('deletedSlugs');
  });
});

describe('withChangedPost', () => {
  it('of an opened story in several lists: changes it everywhere, and no other', () => {
    const liked = { likedByMe: true, likeCount: 7 };

    const after = withChangedPost(buildState({ currentPost: post }), post._id, (shown) => ({
      ...shown,
      ...liked,
    }));

    const changed = { ...card, ...liked };
    expect(readCards(after)).toEqual({
      allposts: [other, changed],
      myPosts: [changed],
      bookmarks: [changed, other],
      fresh: [changed],
    });
    expect(after.currentPost).toEqual({ ...post, ...liked });
  });
});

describe('withoutDeletedSlug', () => {
  it('of one of several deleted stories: removes only its slug', () => {
    expect(withoutDeletedSlug(buildState({ deletedSlugs: ['one', 'two'] }), 'one')).toEqual({
      deletedSlugs: ['two'],
    });
  });
});
