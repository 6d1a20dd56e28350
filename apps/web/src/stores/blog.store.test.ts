import type { Card } from '@safarnama/contracts';
import type { JsonBodyType } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { dropSessionData } from '../lib/session-end.ts';
import { buildCard, buildError, buildPlacePage, buildPost, buildSavedPost } from '../testing/factories.ts';
import { holdTimeout } from '../testing/hold-timeout.ts';
import { createPendingResponse } from '../testing/pending-response.ts';
import { mockError, mockNetworkError, mockResponse } from '../testing/server.ts';
import { useBlogStore } from './blog.store.ts';
import { EMPTY_LIST, IDLE } from './card-lists.ts';

const blog = () => useBlogStore.getState();
const body = { blogTitle: 'ঢাকার পথে', blogContent: 'কুয়াশা', blogHtml: '<p>কুয়াশা</p>' };

describe('blog store: lists', () => {
  it('loading pages: requests cards and joins them in order, each once', async () => {
    const [first, second, third] = [buildCard(), buildCard(), buildCard()];
    const requests = mockResponse('get', '/api/post/getposts', ({ url }) =>
      url.searchParams.get('cursor') === 'c1'
        ? { posts: [second, third], nextCursor: null }
        : { posts: [first, second], nextCursor: 'c1' },
    );

    await blog().fetchAllPosts();
    await blog().fetchMoreAllPosts();
    await blog().fetchMoreAllPosts();

    expect(blog().allposts).toEqual([first, second, third]);
    expect(requests.map(({ url }) => url.searchParams.get('view'))).toEqual(['card', 'card']);
  });

  it('after a failure: stores the message of the catalogue, or the server’s', async () => {
    mockNetworkError('get', '/api/post/getposts');
    await blog().fetchAllPosts();
    expect(blog()).toMatchObject({ error: 'Failed to fetch all posts', loading: false });

    mockNetworkError('get', '/api/post/my-posts');
    await blog().fetchMyPosts();
    expect(blog().error).toBe('Failed to get Posts');

    mockError('get', '/api/post/my-posts', 503, 'The database is unavailable');
    await blog().fetchMyPosts();
    expect(blog().error).toBe('The database is unavailable');
  });

  it('without a response for 15 seconds: fails, and is requested again', async () => {
    const expire = holdTimeout();
    mockResponse('get', '/api/post/getposts', () => new Promise(() => {}));
    const loading = blog().fetchAllPosts();
    expire();
    await loading;
    expect(blog()).toMatchObject({ error: 'Failed to fetch all posts', loading: false });

    const card = buildCard();
    mockResponse('get', '/api/post/getposts', { posts: [card], nextCursor: null });
    await blog().fetchAllPosts();

    expect(blog().allposts).toEqual([card]);
  });

  it('loading the first page while the next one is loading: requests it, and ignores the next one', async () => {
    const [first, second, newest] = [buildCard(), buildCard(), buildCard()];
    const posts = [first];
    const { pending, release } = createPendingResponse();
    mockResponse('get', '/api/post/getposts', async ({ url }) => {
      if (!url.searchParams.has('cursor')) return { posts, nextCursor: 'next' };
      await pending;
      return { posts: [second], nextCursor: null };
    });
    await blog().fetchAllPosts();
    posts.unshift(newest);

    const loadingNext = blog().fetchMoreAllPosts();
    await blog().fetchAllPosts();
    release();
    await loadingNext;

    expect(blog().allposts).toEqual([newest, first]);
  });

  it('reset while a page is loading: ignores the response', async () => {
    mockResponse('get', '/api/post/getposts', { posts: [buildCard()], nextCursor: null });

    const loading = blog().fetchAllPosts();
    blog().reset();
    await loading;

    expect(blog().allposts).toEqual([]);
  });
});

describe('blog store: one post', () => {
  it('fetching by a slug in another script: requests it percent-encoded and sets the current post', async () => {
    const post = buildPost({ slug: 'जयपुर-की-सुबह' });
    const requests = mockResponse('get', '/api/post/getpost/:slug', { post });

    await blog().fetchPost(post.slug);

    expect(blog()).toMatchObject({ currentPost: post, loading: false, error: null });
    expect(decodeURIComponent(requests[0]?.url.pathname ?? '')).toBe('/api/post/getpost/जयपुर-की-सुबह');
    blog().clearCurrentPost();
    expect(blog().currentPost).toBeNull();
  });

  it('fetching a post, with a failure: stores what was thrown', async () => {
    mockError('get', '/api/post/getpost/:slug', 404, 'Post not found');
    await blog().fetchPost('missing');
    expect(blog()).toMatchObject({ postError: { status: 404 }, error: 'Post not found' });

    mockError('get', '/api/post/getpost/:slug', 500, 'Something went wrong');
    await blog().fetchPost('missing');
    expect(blog()).toMatchObject({ postError: { status: 500 }, error: 'Something went wrong' });
  });

  it.each([
    ['with a failure: keeps it', 503, true],
    ['when it no longer exists: clears it', 404, false],
  ])('fetching the current post again, %s', async (_case, status, staysOnScreen) => {
    const post = buildPost();
    useBlogStore.setState({ currentPost: post });
    mockError('get', '/api/post/getpost/:slug', status, 'Not now');

    await blog().fetchPost(post.slug);

    expect(blog()).toMatchObject({ currentPost: staysOnScreen ? post : null, error: 'Not now' });
  });

  it('cleared before the response: ignores the post', async () => {
    mockResponse('get', '/api/post/getpost/:slug', { post: buildPost() });

    const loading = blog().fetchPost('slow');
    blog().clearCurrentPost();
    await loading;

    expect(blog().currentPost).toBeNull();
  });

  it('creating: adds the post in front of both lists', async () => {
    const existing = buildCard();
    const post = buildPost({ blogContent: '👨‍👩‍👧‍👦'.repeat(160) });
    useBlogStore.setState({ allposts: [existing], myPosts: [existing] });
    mockResponse('post', '/api/post/create-post', buildSavedPost(post, '👨‍👩‍👧‍👦'.repeat(150)), {
      status: 201,
    });

    const created = await blog().createPost(body);

    expect(created).toEqual(post);
    expect(blog().allposts.map(({ _id }) => _id)).toEqual([post._id, existing._id]);
    expect(blog().myPosts.map(({ _id }) => _id)).toEqual([post._id, existing._id]);
    expect(blog().allposts[0]?.excerpt).toBe('👨‍👩‍👧‍👦'.repeat(150));
  });

  it('creating a post that the lists already contain: replaces its card by the saved one', async () => {
    const post = buildPost({ blogTitle: 'புதியது' });
    const stale = buildCard({ _id: post._id, blogTitle: 'பழையது' });
    const other = buildCard();
    useBlogStore.setState({ allposts: [other, stale], myPosts: [stale] });
    const saved = buildSavedPost(post);
    mockResponse('post', '/api/post/create-post', saved, { status: 201 });

    await blog().createPost(body);

    expect(blog().allposts).toEqual([saved.card, other]);
    expect(blog().myPosts).toEqual([saved.card]);
  });

  it('creating a post that an earlier attempt has stored: updates it to the current content', async () => {
    const [stored, changed] = [buildPost({ blogTitle: 'பழையது' }), buildPost({ blogTitle: 'புதியது' })];
    mockResponse('post', '/api/post/create-post', buildSavedPost(stored));
    const updates = mockResponse('put', '/api/post/update-post/:id', buildSavedPost(changed));

    const created = await blog().createPost(body);

    expect(created).toEqual(changed);
    expect(updates.map(({ url, body: sent }) => [url.pathname, sent])).toEqual([
      [`/api/post/update-post/${stored._id}`, { ...body, version: stored.version }],
    ]);
    expect(blog().allposts.map(({ blogTitle }) => blogTitle)).toEqual(['புதியது']);
  });

  it('updating: replaces it in both lists and sets the current post', async () => {
    const post = buildPost();
    const other = buildCard();
    useBlogStore.setState({
      allposts: [other, buildCard({ _id: post._id })],
      myPosts: [buildCard({ _id: post._id })],
    });
    const changed = { ...post, blogTitle: 'நீலகிரி மழை' };
    mockResponse('put', '/api/post/update-post/:id', buildSavedPost(changed));

    await blog().updatePost(post._id, body);

    expect(blog().currentPost).toEqual(changed);
    expect(blog().allposts.map(({ blogTitle }) => blogTitle)).toEqual([other.blogTitle, 'நீலகிரி மழை']);
    expect(blog().myPosts[0]?.blogTitle).toBe('நீலகிரி மழை');
  });

  it.each([
    ['the same place', 'varanasi', null],
    ['another place', 'hampi', undefined],
  ])(
    'updating to %s: loads the lists of places again if they may have changed',
    async (_name, slug, cursor) => {
      const place = { _id: 'gn-1', slug: 'varanasi', name: 'Varanasi', state: 'Uttar Pradesh' };
      const post = buildPost({ place });
      const { card } = buildSavedPost(post);
      const list = { ...EMPTY_LIST, cards: [card], cursor: null, isLoading: false };
      useBlogStore.setState({
        cachedLists: { 'place:varanasi newest': { ...list, place: buildPlacePage() }, bookmarks: list },
      });
      const changed = { ...post, place: { ...place, _id: slug === place.slug ? place._id : 'gn-2', slug } };
      mockResponse('put', '/api/post/update-post/:id', buildSavedPost(changed));

      await blog().updatePost(post._id, body);

      expect(blog().cachedLists['place:varanasi newest']?.cursor).toBe(cursor);
      expect(blog().cachedLists['bookmarks']).toMatchObject({ cursor: null, cards: [{ place: { slug } }] });
    },
  );

  it.each([
    ['the same', true],
    ['another', false],
  ])('updating, with a response after %s story was opened: shows that story', async (_name, isSame) => {
    const [post, other] = [buildPost(), buildPost()];
    const changed = { ...post, blogTitle: 'நீலகிரி மழை' };
    const { pending, release } = createPendingResponse();
    mockResponse('put', '/api/post/update-post/:id', () => pending.then(() => buildSavedPost(changed)));
    mockResponse('get', '/api/post/getpost/:slug', { post: isSame ? post : other });
    const updating = blog().updatePost(post._id, body);
    await blog().fetchPost('opened');

    release();
    await updating;

    expect(blog().currentPost).toEqual(isSame ? changed : other);
  });

  it('updating, with a response while another story is being loaded: does not show the updated story in its place', async () => {
    const [post, other] = [buildPost(), buildPost()];
    const { pending, release } = createPendingResponse();
    mockResponse('put', '/api/post/update-post/:id', buildSavedPost(post));
    mockResponse('get', '/api/post/getpost/:slug', () => pending.then(() => ({ post: other })));
    const updating = blog().updatePost(post._id, body);
    const loading = blog().fetchPost(other.slug);

    await updating;
    expect(blog().currentPost).toBeNull();

    release();
    await loading;
    expect(blog().currentPost).toEqual(other);
  });

  it('deleting: removes the post with the returned id from both lists', async () => {
    const [deleted, remaining] = [buildCard(), buildCard()];
    useBlogStore.setState({ allposts: [deleted, remaining], myPosts: [deleted] });
    mockResponse('delete', '/api/post/delete-post/:id', { _id: deleted._id, message: 'Post deleted' });

    expect(await blog().deletePost(deleted._id)).toBe(true);

    expect(blog().allposts).toEqual([remaining]);
    expect(blog().myPosts).toEqual([]);
  });

  it('deleting a story that is already deleted: removes it from the lists', async () => {
    const card = buildCard();
    useBlogStore.setState({ allposts: [card], myPosts: [card] });
    mockError('delete', '/api/post/delete-post/:id', 404, 'Post not found', 'not_found');

    expect(await blog().deletePost(card._id)).toBe(true);

    expect(blog()).toMatchObject({ allposts: [], myPosts: [] });
  });

  it('creating, updating and deleting without a response: change no list and store the default messages', async () => {
    const card = buildCard();
    useBlogStore.setState({ allposts: [card], myPosts: [card] });
    mockNetworkError('post', '/api/post/create-post');
    mockNetworkError('put', '/api/post/update-post/:id');
    mockNetworkError('delete', '/api/post/delete-post/:id');

    expect(await blog().createPost(body)).toBeNull();
    expect(blog().error).toBe('Post Creation Failed');
    expect(await blog().updatePost(card._id, body)).toBeNull();
    expect(blog().error).toBe('Post Updation failed');
    expect(await blog().deletePost(card._id)).toBe(false);
    expect(blog()).toMatchObject({ error: 'Post Deletion Failed', allposts: [card], myPosts: [card] });
  });
});

describe('blog store: likes', () => {
  it('toggled: shows the change before the response, then the server’s count', async () => {
    const card = buildCard({ likeCount: 6 });
    useBlogStore.setState({ allposts: [card] });
    mockResponse('put', '/api/post/:id/like', { likeCount: 9, likedByMe: true });

    const saving = blog().toggleLike(card._id);
    expect(blog().allposts[0]).toMatchObject({ likedByMe: true, likeCount: 7 });
    await saving;

    expect(blog().allposts[0]).toMatchObject({ likedByMe: true, likeCount: 9 });
  });

  it('toggled without a response: reverts the change', async () => {
    const card = buildCard({ likeCount: 6 });
    useBlogStore.setState({ allposts: [card] });
    mockNetworkError('put', '/api/post/:id/like');

    const onFailed = vi.fn();
    await blog().toggleLike(card._id, onFailed);

    expect(onFailed).toHaveBeenCalledOnce();
    expect(blog().allposts[0]).toMatchObject({ likedByMe: false, likeCount: 6 });
  });

  it('toggled twice quickly: ends in its initial state, on the screen and on the server', async () => {
    const card = buildCard({ likeCount: 6 });
    useBlogStore.setState({ allposts: [card] });
    const likes = mockResponse('put', '/api/post/:id/like', { likeCount: 7, likedByMe: true });
    const unlikes = mockResponse('delete', '/api/post/:id/like', { likeCount: 6, likedByMe: false });

    const first = blog().toggleLike(card._id);
    await blog().toggleLike(card._id);
    await first;

    expect(blog().allposts[0]).toMatchObject({ likedByMe: false, likeCount: 6 });
    expect([likes.length, unlikes.length]).toEqual([1, 1]);
  });

  it('changed while a list and the story are requested again: outlast the older responses', async () => {
    const post = buildPost({ likeCount: 6 });
    const card = buildCard({ _id: post._id, likeCount: 6 });
    const other = buildCard();
    useBlogStore.setState({ allposts: [card], currentPost: post });
    const { pending, release } = createPendingResponse();
    const responses = [
      mockResponse('get', '/api/post/getposts', () =>
        pending.then(() => ({ posts: [other, card], nextCursor: null })),
      ),
      mockResponse('get', '/api/post/getpost/:slug', () => pending.then(() => ({ post }))),
    ];
    mockResponse('put', '/api/post/:id/like', { likeCount: 7, likedByMe: true });
    mockResponse('put', '/api/post/:id/bookmark', { bookmarkedByMe: true });

    const loading = Promise.all([blog().fetchAllPosts(), blog().fetchPost(post.slug)]);
    await expect.poll(() => responses.map(({ length }) => length)).toEqual([1, 1]);
    await Promise.all([blog().toggleLike(card._id), blog().toggleBookmark(card._id)]);
    release();
    await loading;

    const reactions = { likedByMe: true, likeCount: 7, bookmarkedByMe: true };
    expect(blog().allposts).toEqual([other, { ...card, ...reactions }]);
    expect(blog().currentPost).toEqual({ ...post, ...reactions });
  });

  it('changed while new stories are checked for: outlast the older response', async () => {
    const card = buildCard({ likeCount: 6 });
    const other = buildCard();
    useBlogStore.setState({ allposts: [card], allStatus: { ...IDLE, cursor: null } });
    const { pending, release } = createPendingResponse();
    mockResponse('put', '/api/post/:id/like', { likeCount: 7, likedByMe: true });

    const checking = blog().checkForNew('allposts', () =>
      pending.then(() => ({ posts: [other, card], nextCursor: null })),
    );
    await blog().toggleLike(card._id);
    release();
    await checking;
    blog().showNew('allposts');

    expect(blog().allposts).toEqual([other, { ...card, likedByMe: true, likeCount: 7 }]);
  });

  describe('of a user whose session has ended', () => {
    /** Likes a story. @returns a function that sends the response. */
    async function startLike(card: Card, body: JsonBodyType, init: { status?: number } = {}) {
      const { pending, release } = createPendingResponse();
      const requests = mockResponse('put', '/api/post/:id/like', () => pending.then(() => body), init);
      useBlogStore.setState({ allposts: [card] });
      const onFailed = vi.fn();
      const toggling = blog().toggleLike(card._id, onFailed);
      await expect.poll(() => requests).toHaveLength(1);
      return {
        respond: () => {
          release();
          return toggling;
        },
        onFailed,
      };
    }

    it.each([
      ['succeed', { likeCount: 7, likedByMe: true }, 200],
      ['fail', buildError('Database unavailable', 'unavailable'), 503],
    ])('that %s: change and send nothing for the next user', async (_name, body, status) => {
      const card = buildCard({ likeCount: 6 });
      const { respond, onFailed } = await startLike(card, body, { status });
      const unlikes = mockResponse('delete', '/api/post/:id/like', { likeCount: 6, likedByMe: false });
      await blog().toggleLike(card._id);
      dropSessionData('previous user');
      const theirs = { ...card, likedByMe: true, likeCount: 8 };
      useBlogStore.setState({ allposts: [theirs] });

      await respond();

      expect(onFailed).not.toHaveBeenCalled();
      expect(blog().allposts).toEqual([theirs]);
      expect(unlikes).toEqual([]);
    });

    it('that are pending: do not delay the likes of the next user', async () => {
      const card = buildCard({ likeCount: 6 });
      const { respond } = await startLike(card, { likeCount: 7, likedByMe: true });
      dropSessionData('previous user');
      useBlogStore.setState({ allposts: [card] });
      const requests = mockResponse('put', '/api/post/:id/like', { likeCount: 8, likedByMe: true });

      await blog().toggleLike(card._id);
      await respond();

      expect(requests).toHaveLength(1);
      expect(blog().allposts[0]).toMatchObject({ likedByMe: true, likeCount: 8 });
    });
  });
});

describe('blog store: overlapping requests', () => {
  it('a story cleared before its response: ends loading', async () => {
    mockResponse('get', '/api/post/getpost/:slug', { post: buildPost() });

    const loading = blog().fetchPost('slow');
    expect(blog().loading).toBe(true);
    blog().clearCurrentPost();
    await loading;

    expect(blog()).toMatchObject({ loading: false, currentPost: null });
  });

  it('a failed save: stores the reason in error, not in the status of the list', async () => {
    mockNetworkError('post', '/api/post/create-post');

    await blog().createPost(body);

    expect(blog().error).toBe('Post Creation Failed');
    expect(blog().allStatus.error).toBeNull();
  });

  it('fetching another story: clears the current one while loading', async () => {
    const updated = buildPost();
    useBlogStore.setState({ currentPost: updated });
    mockResponse('get', '/api/post/getpost/:slug', { post: buildPost({ slug: 'other' }) });

    const loading = blog().fetchPost('other');
    expect(blog().currentPost).toBeNull();
    await loading;

    expect(blog().currentPost?.slug).toBe('other');
  });
});

describe('blog store: cached lists', () => {
  const page = (cards: ReturnType<typeof buildCard>[], nextCursor: string | null = null) => ({
    posts: cards,
    nextCursor,
  });

  it('loading pages: joins them under their key, each card once', async () => {
    const [first, second] = [buildCard(), buildCard()];

    await blog().fetchList('search:chai', async () => page([first], 'c1'), null);
    await blog().fetchList('search:chai', async () => page([first, second]), 'c1');

    expect(blog().cachedLists['search:chai']).toMatchObject({
      cards: [first, second],
      cursor: null,
      error: null,
    });
  });

  it('after an update, a like and a deletion: contain the changed cards', async () => {
    const [remaining, deleted] = [buildCard({ likeCount: 6 }), buildCard()];
    await blog().fetchList('bookmarks', async () => page([remaining, deleted]), null);
    const cards = () => blog().cachedLists.bookmarks?.cards;
    mockResponse('put', '/api/post/:id/like', { likeCount: 7, likedByMe: true });
    mockResponse('delete', '/api/post/delete-post/:id', { _id: deleted._id, message: 'Post deleted' });
    mockResponse(
      'put',
      '/api/post/update-post/:id',
      buildSavedPost(buildPost({ _id: remaining._id, blogTitle: 'நீலகிரி' })),
    );

    await blog().toggleLike(remaining._id);
    expect(cards()?.[0]).toMatchObject({ likedByMe: true, likeCount: 7 });
    await blog().deletePost(deleted._id);
    await blog().updatePost(remaining._id, body);

    expect(cards()?.map(({ blogTitle }) => blogTitle)).toEqual(['நீலகிரி']);
  });

  it('reloaded while a page is loading: ignore the earlier response', async () => {
    const [outdated, current] = [buildCard(), buildCard()];
    let sendOld: (responded: ReturnType<typeof page>) => void = () => undefined;
    const slow = blog().fetchList('search:x', () => new Promise((resolve) => (sendOld = resolve)), null);

    await blog().fetchList('search:x', async () => page([current]), null);
    sendOld(page([outdated]));
    await slow;

    expect(blog().cachedLists['search:x']?.cards).toEqual([current]);
    expect(blog().loading).toBe(false);
  });

  it('beyond 12: drop the oldest; after reset: are empty', async () => {
    for (let index = 0; index < 15; index += 1) {
      await blog().fetchList(`search:${index}x`, async () => page([]), null);
    }
    expect(Object.keys(blog().cachedLists)).toHaveLength(12);
    expect(blog().cachedLists['search:14x']).toBeDefined();
    expect(blog().cachedLists['search:0x']).toBeUndefined();

    blog().reset();
    expect(blog().cachedLists).toEqual({});
  });
});
