import type { Card } from '@safarnama/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildCard, buildPost, buildSavedPost, buildUser } from '../testing/factories.ts';
import { mockError, mockResponse } from '../testing/server.ts';
import { useAuthStore } from './auth.store.ts';
import { useBlogStore } from './blog.store.ts';
import { EMPTY_LIST, IDLE } from './card-lists.ts';
import { undeletePost } from './undelete-post.ts';

const me = buildUser();
const post = buildPost({ authorId: me, createdAt: '2026-03-02T10:00:00.000Z' });
const saved = buildSavedPost(post, 'கதையின் தொடக்கம்');
const restored = saved.card;
const newer = buildCard({ authorId: me, createdAt: '2026-03-03T10:00:00.000Z' });
const older = buildCard({ authorId: me, createdAt: '2026-03-01T10:00:00.000Z' });

const blog = () => useBlogStore.getState();
const complete = { ...IDLE, cursor: null };
const cachedList = (cards: Card[]) => ({ ...EMPTY_LIST, cards, cursor: null, isLoading: false });
const ids = (cards: Card[] | undefined) => cards?.map(({ _id }) => _id);

/** Deletes the story. @returns the lists before. */
async function deletePost() {
  const before = blog();
  mockResponse('delete', '/api/post/delete-post/:id', { _id: post._id, message: 'Post deleted' });
  await blog().deletePost(post._id);
  return before;
}

describe('undeletePost', () => {
  beforeEach(() => {
    useAuthStore.setState({ user: me });
    mockResponse('post', '/api/post/:id/undelete', saved);
  });

  it('of a story in several lists: inserts its card in the former position of each', async () => {
    const foreign = buildCard({ createdAt: '2026-01-01T00:00:00.000Z' });
    useBlogStore.setState({
      allposts: [newer, restored, older],
      myPosts: [restored, older],
      allStatus: complete,
      myStatus: complete,
      // Sorted by the date of the bookmark.
      cachedLists: { bookmarks: cachedList([foreign, restored, newer]), 'search:x': cachedList([foreign]) },
    });
    const before = await deletePost();

    await undeletePost(post._id, before);

    expect(blog().allposts).toEqual([newer, restored, older]);
    expect(blog().myPosts).toEqual([restored, older]);
    expect(ids(blog().cachedLists.bookmarks?.cards)).toEqual(ids([foreign, restored, newer]));
    expect(ids(blog().cachedLists['search:x']?.cards)).toEqual(ids([foreign]));
  });

  it('with lists that were loaded after the deletion: inserts the card by date', async () => {
    useBlogStore.setState({ allposts: [restored], allStatus: complete });
    const before = await deletePost();
    const ofAuthor = {
      ...cachedList([newer, older]),
      author: { ...me, followerCount: 0, followedByMe: false },
    };
    useBlogStore.setState({
      myPosts: [newer, older],
      myStatus: complete,
      cachedLists: { 'author:me': ofAuthor },
    });

    await undeletePost(post._id, before);

    expect(ids(blog().myPosts)).toEqual(ids([newer, restored, older]));
    expect(ids(blog().cachedLists['author:me']?.cards)).toEqual(ids([newer, restored, older]));
  });

  it('of a story beyond the loaded part of a list: leaves it to the next page', async () => {
    useBlogStore.setState({ allposts: [restored], allStatus: complete });
    const before = await deletePost();
    useBlogStore.setState({ myPosts: [newer], myStatus: { ...IDLE, cursor: 'c1' } });

    await undeletePost(post._id, before);

    expect(ids(blog().myPosts)).toEqual([newer._id]);
  });

  it('of the last loaded story: appends it, since the next page begins after it', async () => {
    const status = { ...IDLE, cursor: 'c1' };
    useBlogStore.setState({ allposts: [newer, restored], allStatus: status });
    const before = await deletePost();

    await undeletePost(post._id, before);

    expect(ids(blog().allposts)).toEqual(ids([newer, restored]));
  });

  it('while a page without the story is loading: inserts it after the response', async () => {
    useBlogStore.setState({ myPosts: [restored, older], myStatus: complete });
    const before = await deletePost();
    let respond: (page: { posts: Card[]; nextCursor: null }) => void = () => undefined;
    mockResponse('get', '/api/post/my-posts', () => new Promise((resolve) => (respond = resolve)));
    const loading = blog().fetchMyPosts();

    const restoring = undeletePost(post._id, before);
    await expect.poll(() => blog().deletedSlugs).toEqual([]);
    respond({ posts: [older], nextCursor: null });
    await Promise.all([loading, restoring]);

    expect(ids(blog().myPosts)).toEqual(ids([restored, older]));
  });

  it('of a story that was in no list: inserts its card by date', async () => {
    useBlogStore.setState({ currentPost: post });
    const before = await deletePost();
    useBlogStore.setState({ myPosts: [newer, older], myStatus: complete });

    await undeletePost(post._id, before);

    expect(blog().myPosts).toEqual([newer, restored, older]);
  });

  it('of a story: removes its slug from the deleted ones', async () => {
    useBlogStore.setState({ currentPost: post });
    const before = await deletePost();
    expect(blog().deletedSlugs).toEqual([post.slug]);

    await undeletePost(post._id, before);

    expect(blog().deletedSlugs).toEqual([]);
  });

  it('of a story that is restored already: removes its slug from the deleted ones and reloads the loaded feeds', async () => {
    useBlogStore.setState({ allposts: [restored], myPosts: [restored, older], myStatus: complete });
    const before = await deletePost();
    mockError('post', '/api/post/:id/undelete', 404, 'Post not found');
    mockResponse('get', '/api/post/my-posts/:id', { post });
    mockResponse('get', '/api/post/my-posts', { posts: [restored, older], nextCursor: null });

    await undeletePost(post._id, before);

    expect(blog().deletedSlugs).toEqual([]);
    expect(ids(blog().myPosts)).toEqual(ids([restored, older]));
  });

  it('of a story that no longer exists: throws and changes nothing', async () => {
    useBlogStore.setState({ myPosts: [restored], myStatus: complete });
    const before = await deletePost();
    mockError('post', '/api/post/:id/undelete', 404, 'Post not found');
    mockError('get', '/api/post/my-posts/:id', 404, 'Post not found');

    await expect(undeletePost(post._id, before)).rejects.toThrow('Post not found');

    expect(blog().myPosts).toEqual([]);
    expect(blog().deletedSlugs).toEqual([post.slug]);
  });

  it('with an error response: throws and changes nothing', async () => {
    useBlogStore.setState({ myPosts: [restored], myStatus: complete });
    const before = await deletePost();
    mockError('post', '/api/post/:id/undelete', 503, 'The database is unavailable');

    await expect(undeletePost(post._id, before)).rejects.toThrow('The database is unavailable');

    expect(blog().myPosts).toEqual([]);
    expect(blog().deletedSlugs).toEqual([post.slug]);
  });

  it('after another user has signed in: does not change their lists', async () => {
    useBlogStore.setState({ myPosts: [restored], myStatus: complete });
    const before = await deletePost();
    const theirs = buildCard();
    useBlogStore.setState({ myPosts: [theirs], myStatus: complete });
    useAuthStore.setState({ user: buildUser() });

    await undeletePost(post._id, before);

    expect(blog().myPosts).toEqual([theirs]);
  });
});
