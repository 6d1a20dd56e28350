import type { Card } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { buildCard, buildUser } from '../testing/factories.ts';
import { useBlogStore } from './blog.store.ts';
import { type CardLists, EMPTY_LIST, IDLE } from './card-lists.ts';
import {
  FOLLOWING_LIST,
  withoutFollowedAuthor,
  withoutFollowingList,
  withReturnedPost,
  withSavedProfile,
} from './lazy-transitions.ts';

const author = buildUser();
const card = buildCard({ authorId: author, createdAt: '2026-03-02T10:00:00.000Z' });
const newer = buildCard({ createdAt: '2026-03-03T10:00:00.000Z' });
const older = buildCard({ createdAt: '2026-03-01T10:00:00.000Z' });
const page = (posts: Card[]) => ({ posts, nextCursor: null });
const list = (cards: Card[]) => ({ ...EMPTY_LIST, cards, cursor: null });

function buildLists(overrides: Partial<CardLists>): CardLists {
  return { ...useBlogStore.getInitialState(), ...overrides };
}

describe('withReturnedPost', () => {
  it('of a story in a list with an order of its own: inserts it where it was', () => {
    const before = buildLists({ cachedLists: { bookmarks: list([older, card, newer]) } });
    const now = buildLists({ cachedLists: { bookmarks: list([older, newer]), search: list([newer]) } });

    const { cachedLists } = withReturnedPost(now, before, card);

    expect(cachedLists?.['bookmarks']?.cards).toEqual([older, card, newer]);
    expect(cachedLists?.['search']?.cards).toEqual([newer]);
  });

  it('of a story that was in no feed: inserts it by date, unless its position is not loaded yet', () => {
    const now = buildLists({
      allposts: [newer, older],
      allStatus: { ...IDLE, cursor: null },
      myPosts: [newer],
      myStatus: { ...IDLE, cursor: 'next' },
    });

    const after = withReturnedPost(now, now, card);

    expect(after.allposts).toEqual([newer, card, older]);
    expect(after.myPosts).toEqual([newer]);
  });
});

describe('withSavedProfile', () => {
  it('of an author: shows it on their cards and their page, and on no others', () => {
    const saved = { ...author, fullName: 'মীরা', bio: 'লেখক' };
    const ofAuthor = { ...author, followerCount: 0, followedByMe: false };
    const lists = buildLists({
      allposts: [card, newer],
      cachedLists: { author: { ...list([card]), author: ofAuthor }, bookmarks: list([card]) },
      freshPages: { author: { ...page([card]), author: ofAuthor } },
    });

    const after = withSavedProfile(lists, saved);

    const changed = { ...card, authorId: { ...author, fullName: 'মীরা' } };
    expect(after.allposts).toEqual([changed, newer]);
    expect(after.cachedLists).toMatchObject({
      author: { cards: [changed], author: { fullName: 'মীরা', bio: 'লেখক', followerCount: 0 } },
      bookmarks: { cards: [changed], author: null },
    });
    expect(after.freshPages).toMatchObject({ author: { posts: [changed], author: { bio: 'লেখক' } } });
  });
});

describe('withoutFollowingList', () => {
  it('with other cached lists: removes only the list of followed authors', () => {
    const lists = buildLists({ cachedLists: { [FOLLOWING_LIST]: list([card]), bookmarks: list([card]) } });

    expect(withoutFollowingList(lists)).toEqual({ cachedLists: { bookmarks: list([card]) } });
  });
});

describe('withoutFollowedAuthor', () => {
  it('with their stories in several lists: removes them from the list of followed authors only', () => {
    const lists = buildLists({
      cachedLists: { [FOLLOWING_LIST]: list([card, newer]), bookmarks: list([card]) },
      freshPages: { [FOLLOWING_LIST]: page([card, newer]) },
    });

    expect(withoutFollowedAuthor(lists, author._id)).toEqual({
      cachedLists: { [FOLLOWING_LIST]: list([newer]), bookmarks: list([card]) },
      freshPages: { [FOLLOWING_LIST]: page([newer]) },
    });
  });
});
