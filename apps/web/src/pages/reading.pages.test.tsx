import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useBlogStore } from '../stores/blog.store.ts';
import { buildAuthor, buildCard, buildError, buildPost, buildUser } from '../testing/factories.ts';
import { goOffline } from '../testing/go-offline.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, mockHtmlResponse, mockNetworkError, mockResponse, signIn } from '../testing/server.ts';

/** The API's response to a path with a malformed id. */
const INVALID_USER_ID = {
  ...buildError('The id is not valid', 'invalid'),
  fields: [{ field: 'userId', message: 'The id is not valid' }],
};

describe('HomePage and MyPostsPage', () => {
  it('home without posts: the hero scrolls to the list and links to the form', async () => {
    signIn(buildUser());
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    onTestFinished(() => scrolled.mockRestore());
    const user = renderApp('/');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      /^explore India through real stories$/i,
    );

    await user.click(screen.getByRole('button', { name: 'Read Blogs' }));

    expect(scrolled.mock.contexts[0]).toBe(screen.getByRole('region', { name: 'Stories from the road' }));
    // Without an animation, which some users have turned off.
    expect(scrolled).toHaveBeenCalledWith();
    expect(screen.getByRole('link', { name: 'Write a blog' })).toHaveAttribute('href', '/add-posts');
    expect(await screen.findByText('No Post Yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add a story' })).toHaveAttribute('href', '/add-posts');
  });

  async function openStoryFromSecondPage() {
    const [first, second] = [buildCard({ blogTitle: 'এক' }), buildCard({ blogTitle: 'দুই' })];
    signIn(buildUser());
    const requests = mockResponse('get', '/api/post/getposts', ({ url }) =>
      url.searchParams.has('cursor')
        ? { posts: [second], nextCursor: null }
        : { posts: [first], nextCursor: 'next' },
    );
    mockResponse('get', '/api/post/getpost/:slug', {
      post: buildPost({ _id: second._id, slug: second.slug }),
    });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    const user = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Show more stories' }));
    await user.click(await screen.findByRole('link', { name: 'দুই' }));
    await screen.findAllByRole('button', { name: 'Bookmark' });
    return { user, requests };
  }

  it('home after Back from a story: shows the loaded pages without new requests', async () => {
    const { requests } = await openStoryFromSecondPage();

    act(() => window.history.back());

    expect(await screen.findByRole('link', { name: 'দুই' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'এক' })).toBeVisible();
    expect(requests).toHaveLength(2);
  });

  it('home after "Back to all stories": shows the loaded pages, as after Back', async () => {
    const { user, requests } = await openStoryFromSecondPage();

    await user.click(screen.getByRole('link', { name: 'Back to all stories' }));

    expect(await screen.findByRole('link', { name: 'দুই' })).toBeVisible();
    expect(requests).toHaveLength(2);
  });

  it('home after Back, loaded again in the meantime: loads as many stories as before', async () => {
    const { user, requests } = await openStoryFromSecondPage();
    await user.click(screen.getByRole('link', { name: 'Safarnama, home' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'দুই' })).not.toBeInTheDocument());
    await screen.findByRole('link', { name: 'এক' });

    act(() => window.history.go(-2));

    expect(await screen.findByRole('link', { name: 'দুই' })).toBeVisible();
    expect(requests.map(({ url }) => url.searchParams.get('limit'))).toEqual(['12', '12', '12', '1']);
  });

  it.each([
    ['home', '/', '/api/post/getposts', 'Safarnama, home'],
    ['my posts', '/my-posts', '/api/post/my-posts', 'Published stories'],
  ])('%s, when its link is followed again: is loaded again, from its top', async (_name, path, url, link) => {
    signIn(buildUser());
    const posts = [buildCard({ blogTitle: 'এক' })];
    mockResponse('get', url, () => ({ posts, nextCursor: null }));
    const user = renderApp(path);
    await screen.findByRole('link', { name: 'এক' });
    const scrolled = vi.spyOn(window, 'scrollTo');
    onTestFinished(() => scrolled.mockRestore());
    posts.unshift(buildCard({ blogTitle: 'দুই' }));

    await user.click(screen.getByRole('link', { name: link }));

    expect(await screen.findByRole('link', { name: 'দুই' })).toBeVisible();
    expect(scrolled.mock.calls).toEqual([[0, 0]]);
  });

  it('home, when it cannot be loaded again: keeps its stories, says so above them, and retries', async () => {
    signIn(buildUser());
    const [old, recent] = [buildCard({ blogTitle: 'এক' }), buildCard({ blogTitle: 'দুই' })];
    mockResponse('get', '/api/post/getposts', { posts: [old], nextCursor: 'next' });
    const user = renderApp('/');
    await screen.findByRole('link', { name: 'এক' });
    mockNetworkError('get', '/api/post/getposts');

    await user.click(screen.getByRole('link', { name: 'Safarnama, home' }));
    const failure = await screen.findByRole('alert');
    const card = screen.getByRole('article');
    expect(failure.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const requests = mockResponse('get', '/api/post/getposts', { posts: [recent, old], nextCursor: 'next' });
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('link', { name: 'দুই' })).toBeVisible();
    expect(requests[0]?.url.searchParams.has('cursor')).toBe(false);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('home: offers the most liked stories at a separate URL, and Back returns to the newest', async () => {
    signIn(buildUser());
    const requests = mockResponse('get', '/api/post/getposts', ({ url }) => ({
      posts: [buildCard({ blogTitle: url.searchParams.get('sort') === 'liked' ? 'প্রিয়' : 'নতুন' })],
      nextCursor: null,
    }));
    const user = renderApp('/');
    await screen.findByRole('link', { name: 'নতুন' });
    expect(screen.getByRole('link', { name: 'Newest' })).toHaveAttribute('aria-current', 'page');

    await user.click(screen.getByRole('link', { name: 'Most liked this month' }));

    expect(await screen.findByRole('link', { name: 'প্রিয়' })).toBeVisible();
    expect(window.location.search).toBe('?sort=liked');
    expect(screen.getByRole('link', { name: 'Most liked this month' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    act(() => window.history.back());
    expect(await screen.findByRole('link', { name: 'নতুন' })).toBeVisible();
    expect(requests).toHaveLength(2);
  });

  it('my posts after a network error: shows the specified message and retries', async () => {
    signIn(buildUser());
    mockNetworkError('get', '/api/post/my-posts');
    const user = renderApp('/my-posts');
    expect(await screen.findByText('Failed to get Posts')).toBeVisible();

    mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('No Post Yet')).toBeVisible();
  });
});

describe('PostPage', () => {
  it('while loading: shows Loading post... in a skeleton', async () => {
    signIn(buildUser());
    let sendResponse: (body: { post: ReturnType<typeof buildPost> }) => void = () => undefined;
    mockResponse('get', '/api/post/getpost/:slug', () => new Promise((resolve) => (sendResponse = resolve)));
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    renderApp('/post/slow');
    expect(await screen.findByText('Loading post...')).toBeVisible();

    await waitFor(() => sendResponse({ post: buildPost({ blogTitle: 'নদী' }) }));

    expect(await screen.findByRole('heading', { level: 1, name: 'নদী' })).toBeVisible();
    expect(screen.queryByText('Loading post...')).not.toBeInTheDocument();
  });

  it('of a story that was deleted here and restored elsewhere: opens it by its link, and then on Forward', async () => {
    const post = buildPost({ blogTitle: 'घाट' });
    signIn(buildUser());
    useBlogStore.setState({ deletedSlugs: [post.slug] });
    mockResponse('get', '/api/post/getposts', { posts: [buildCard(post)], nextCursor: null });
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    const user = renderApp('/');
    const heading = () => screen.findByRole('heading', { level: 1, name: 'घाट' });

    await user.click(await screen.findByRole('link', { name: 'घाट' }));
    expect(await heading()).toBeVisible();

    act(() => window.history.back());
    await screen.findByRole('heading', { level: 1, name: /^explore India/i });
    act(() => window.history.forward());
    expect(await heading()).toBeVisible();
  });

  it('with a proxy error while offline: shows the error with the reason and no scene, and reloads on reconnect', async () => {
    signIn(buildUser());
    mockHtmlResponse('get', '/api/post/getpost/:slug', 502);
    const reconnect = goOffline();
    renderApp('/post/away');
    expect(await screen.findByText('Error: Post not found')).toBeVisible();
    expect(screen.getByText("You're offline.")).toBeVisible();
    const scene = screen.getByRole('presentation');
    fireEvent.error(scene);
    expect(scene).not.toBeInTheDocument();

    mockResponse('get', '/api/post/getpost/:slug', { post: buildPost({ blogTitle: 'বৃষ্টি' }) });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    reconnect();

    expect(await screen.findByRole('heading', { level: 1, name: 'বৃষ্টি' })).toBeVisible();
  });
});

describe('AuthorPage and BookmarksPage', () => {
  it('author: shows name, join date, stories and a link to message them', async () => {
    const author = { ...buildAuthor({ fullName: 'கார்த்திக்' }), createdAt: '2026-02-03T04:05:06.000Z' };
    signIn(buildUser());
    mockResponse('get', '/api/post/by-author/:userId', {
      author,
      posts: [buildCard({ blogTitle: 'மழை', authorId: author })],
      nextCursor: null,
    });
    renderApp(`/author/${author._id}`);

    expect(await screen.findByRole('heading', { level: 1, name: 'கார்த்திக்' })).toBeVisible();
    expect(screen.getByText('Feb 3, 2026')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'மழை' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Message' })).toHaveAttribute('href', `/chat/${author._id}`);
  });

  it('the user’s own author page without stories: links to the form and the profile', async () => {
    const me = buildUser();
    signIn(me);
    mockResponse('get', '/api/post/by-author/:userId', { author: me, posts: [], nextCursor: null });
    renderApp(`/author/${me._id}`);

    expect(await screen.findByRole('link', { name: 'Add a story' })).toHaveAttribute('href', '/add-posts');
    expect(screen.getByRole('link', { name: 'Edit profile' })).toHaveAttribute('href', '/update-profile');
    expect(screen.queryByRole('link', { name: 'Message' })).not.toBeInTheDocument();
  });

  it("unknown author: shows that the person can't be found", async () => {
    signIn(buildUser());
    mockError('get', '/api/post/by-author/:userId', 404, 'User not found');
    renderApp('/author/0000000000000000000000ff');

    expect(await screen.findByRole('heading', { level: 1, name: 'Nobody lives here' })).toBeVisible();
  });

  it("malformed author id in the URL: shows that the person can't be found, without a retry", async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/by-author/:userId', INVALID_USER_ID, { status: 400 });
    renderApp('/author/xyz');

    expect(await screen.findByRole('heading', { level: 1, name: 'Nobody lives here' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to all stories' })).toHaveAttribute('href', '/');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('no bookmarks: shows the empty state and links to My Posts', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/bookmarks', { posts: [], nextCursor: null });
    renderApp('/bookmarks');

    expect(await screen.findByText('No bookmarks yet')).toBeVisible();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'My Posts' })).toHaveAttribute(
      'href',
      '/my-posts',
    );
  });
});
