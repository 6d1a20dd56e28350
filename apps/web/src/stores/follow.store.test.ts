import { describe, expect, it } from 'vitest';
import { buildCard, buildId, buildUser } from '../testing/factories.ts';
import { createPendingResponse } from '../testing/pending-response.ts';
import { mockError, mockResponse } from '../testing/server.ts';
import { useBlogStore } from './blog.store.ts';
import { EMPTY_LIST } from './card-lists.ts';
import { useFollowStore } from './follow.store.ts';
import { FOLLOWING_LIST } from './lazy-transitions.ts';

const store = () => useFollowStore.getState();

/** Stores an author with nine other followers. */
function receiveAuthor(followedByMe: boolean): string {
  const _id = buildId();
  const author = { _id, followedByMe, followerCount: 9 + Number(followedByMe) };
  store().receiveAuthor(author, performance.now());
  return _id;
}

describe('useFollowStore: a follow that is ended by a block', () => {
  it('while it is being saved: is not shown again by the response', async () => {
    const authorId = receiveAuthor(false);
    const { pending, release } = createPendingResponse();
    const requests = mockResponse('put', '/api/user/:id/follow', async () => {
      await pending;
      return { followedByMe: true, followerCount: 10 };
    });
    const saving = store().toggleFollow(authorId, () => undefined);
    await expect.poll(() => requests.length).toBe(1);

    store().endFollow(authorId);
    expect(store().byAuthor[authorId]).toEqual({ followedByMe: false, followerCount: 9 });
    release();
    await saving;

    expect(store().byAuthor[authorId]).toEqual({ followedByMe: false, followerCount: 9 });
  });

  it('while the user stops following, which fails: is not shown again', async () => {
    const authorId = receiveAuthor(true);
    const { pending, release } = createPendingResponse();
    const requests = mockResponse('delete', '/api/user/:id/follow', () => pending.then(() => ({})), {
      status: 503,
    });
    const saving = store().toggleFollow(authorId, () => undefined);
    await expect.poll(() => requests.length).toBe(1);

    store().endFollow(authorId);
    release();
    await saving;

    expect(store().byAuthor[authorId]).toEqual({ followedByMe: false, followerCount: 9 });
  });

  it('while the author is loaded: is not shown by the response', () => {
    const author = { _id: buildId(), followedByMe: true, followerCount: 10 };
    const requestedAt = performance.now();

    store().endFollow(author._id);
    store().receiveAuthor(author, requestedAt);

    expect(store().byAuthor[author._id]).toEqual({ followedByMe: false, followerCount: 9 });
  });

  it('followed by an attempt to follow the author again: shows the new follow if the server allows it', async () => {
    const authorId = receiveAuthor(true);
    store().endFollow(authorId);
    mockError('put', '/api/user/:id/follow', 403, "You can't follow this person.", 'blocked');
    await store().toggleFollow(authorId, () => undefined);
    expect(store().byAuthor[authorId]).toEqual({ followedByMe: false, followerCount: 9 });

    mockResponse('put', '/api/user/:id/follow', { followedByMe: true, followerCount: 10 });
    await store().toggleFollow(authorId, () => undefined);

    expect(store().byAuthor[authorId]).toEqual({ followedByMe: true, followerCount: 10 });
  });

  it('with a list of followed authors: removes the stories of the author from it, also those not shown yet', () => {
    const author = buildUser();
    const [first, second, other] = [author, author, buildUser()].map((authorId) => buildCard({ authorId }));
    if (!first || !second || !other) throw new Error('no cards');
    useBlogStore.setState({
      cachedLists: {
        [FOLLOWING_LIST]: { ...EMPTY_LIST, cards: [first, other], cursor: null, isLoading: false },
        bookmarks: { ...EMPTY_LIST, cards: [first], cursor: null, isLoading: false },
      },
      freshPages: { [FOLLOWING_LIST]: { posts: [second, first, other], nextCursor: null } },
    });

    store().endFollow(author._id);

    const { cachedLists, freshPages } = useBlogStore.getState();
    expect(cachedLists[FOLLOWING_LIST]?.cards).toEqual([other]);
    expect(freshPages[FOLLOWING_LIST]?.posts).toEqual([other]);
    expect(cachedLists['bookmarks']?.cards).toEqual([first]);
  });
});
