import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { countUnread } from '../api/notification.api.ts';
import { buildCard, buildError, buildPlaceHit, buildUser } from '../testing/factories.ts';
import { fakeSocket } from '../testing/fake-socket.ts';
import { createPendingResponse } from '../testing/pending-response.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, mockResponse, signIn } from '../testing/server.ts';

const writer = {
  ...buildUser({ fullName: 'অরুণ সেন' }),
  bio: 'ধীর রেলগাড়ি, পুরনো কেল্লা।',
  followerCount: 12,
  followedByMe: false,
};

const LETTERS_ID = 'abcdefabcdefabcdefabcdef';

function mockAuthorPage(author = writer) {
  signIn(buildUser());
  const places = [buildPlaceHit({ name: 'Varanasi', slug: 'varanasi' })];
  mockResponse('get', '/api/post/by-author/:userId', {
    author,
    posts: [buildCard()],
    nextCursor: null,
    places,
  });
}

describe('AuthorPage', () => {
  it('of an author whom the user does not follow: shows the bio and the followers, and follows', async () => {
    mockAuthorPage();
    const requests = mockResponse('put', '/api/user/:id/follow', { followedByMe: true, followerCount: 14 });
    const user = renderApp(`/author/${writer._id}`);
    expect(await screen.findByText(writer.bio)).toBeVisible();
    expect(await screen.findByText(/12 followers/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Varanasi' })).toHaveAttribute('href', '/place/varanasi');
    const button = screen.getByRole('button', { name: 'Follow অরুণ সেন' });

    await user.click(button);

    expect(button).toHaveTextContent('Following');
    // Speech input finds the button by its visible text.
    expect(button).toHaveAccessibleName('Following অরুণ সেন');
    expect(button).not.toHaveAttribute('aria-pressed');
    expect(await screen.findByText(/14 followers/)).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  it('after following, another page and Back: still shows that the user follows the author', async () => {
    mockAuthorPage();
    mockResponse('put', '/api/user/:id/follow', { followedByMe: true, followerCount: 13 });
    const user = renderApp(`/author/${writer._id}`);
    await user.click(await screen.findByRole('button', { name: 'Follow অরুণ সেন' }));
    expect(await screen.findByText(/13 followers/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'About' }));
    await waitFor(() => expect(window.location.pathname).toBe('/about'));

    window.history.back();

    expect(await screen.findByText(/13 followers/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Following অরুণ সেন' })).toBeVisible();
  });

  it('after following, on the way back: loads the stories of followed authors again', async () => {
    mockAuthorPage();
    mockResponse('put', '/api/user/:id/follow', { followedByMe: true, followerCount: 13 });
    const lists = mockResponse('get', '/api/post/following', { posts: [], nextCursor: null });
    const user = renderApp('/?list=following');
    expect(await screen.findByText(/^Follow a writer/)).toBeVisible();
    act(() => {
      window.history.pushState(null, '', `/author/${writer._id}`);
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await user.click(await screen.findByRole('button', { name: 'Follow অরুণ সেন' }));

    act(() => window.history.back());

    expect(await screen.findByText(/^Follow a writer/)).toBeVisible();
    expect(lists).toHaveLength(2);
  });

  it('left for the stories of followed authors before the follow is stored: loads them after that', async () => {
    mockAuthorPage();
    const { pending, release } = createPendingResponse();
    const saved = { followedByMe: true, followerCount: 13 };
    const follows = mockResponse('put', '/api/user/:id/follow', () => pending.then(() => saved));
    const lists = mockResponse('get', '/api/post/following', { posts: [], nextCursor: null });
    const user = renderApp(`/author/${writer._id}`);
    await user.click(await screen.findByRole('button', { name: 'Follow অরুণ সেন' }));
    await waitFor(() => expect(follows).toHaveLength(1));

    act(() => {
      window.history.pushState(null, '', '/?list=following');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await screen.findByRole('heading', { level: 1 });
    await act(() => countUnread());
    expect(lists).toEqual([]);
    release();

    await waitFor(() => expect(lists).toHaveLength(1));
  });

  it('when following fails: restores the previous state and shows the reason', async () => {
    mockAuthorPage();
    mockError('put', '/api/user/:id/follow', 403, "You can't follow this person.", 'blocked');
    const user = renderApp(`/author/${writer._id}`);
    const button = await screen.findByRole('button', { name: 'Follow অরুণ সেন' });

    await user.click(button);

    expect(await screen.findByText("You can't follow this person.")).toBeInTheDocument();
    await waitFor(() => expect(button).toHaveAccessibleName('Follow অরুণ সেন'));
    expect(screen.getByText(/12 followers/)).toBeVisible();
  });

  it('followed while it is loaded again: shows that the user follows the author', async () => {
    mockAuthorPage();
    mockResponse('put', '/api/user/:id/follow', { followedByMe: true, followerCount: 13 });
    vi.useFakeTimers({ toFake: ['Date'] });
    const user = renderApp(`/author/${writer._id}`);
    const button = await screen.findByRole('button', { name: 'Follow অরুণ সেন' });
    const { pending, release } = createPendingResponse();
    const page = { author: writer, posts: [], nextCursor: null, places: [] };
    const requests = mockResponse('get', '/api/post/by-author/:userId', () => pending.then(() => page));
    vi.setSystemTime(Date.now() + 60_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(requests).toHaveLength(1));

    await user.click(button);
    expect(await screen.findByText(/13 followers/)).toBeVisible();
    release();
    await act(() => countUnread());

    expect(button).toHaveAccessibleName('Following অরুণ সেন');
    expect(screen.getByText(/13 followers/)).toBeVisible();
  });

  it('with the id in upper case: shows the followers', async () => {
    mockAuthorPage({ ...writer, _id: LETTERS_ID });
    renderApp(`/author/${LETTERS_ID.toUpperCase()}`);

    expect(await screen.findByText(/12 followers/)).toBeVisible();
  });

  it('with the user’s own id in upper case: shows it as the user’s own page', async () => {
    const me = buildUser({ _id: LETTERS_ID });
    signIn(me);
    mockResponse('get', '/api/post/by-author/:userId', {
      author: { ...me, bio: '', followerCount: 0, followedByMe: false },
      posts: [],
      nextCursor: null,
      places: [],
    });
    renderApp(`/author/${LETTERS_ID.toUpperCase()}`);

    expect(await screen.findByRole('link', { name: 'Edit profile' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Follow/ })).not.toBeInTheDocument();
  });

  it('while it loads and after a failure: has a heading without a name', async () => {
    signIn(buildUser());
    const { pending, release } = createPendingResponse();
    mockResponse('get', '/api/post/by-author/:userId', () => pending.then(() => buildError('Try later')), {
      status: 503,
    });
    renderApp(`/author/${writer._id}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Writer' })).toBeVisible();

    release();

    expect(await screen.findByText('Try later')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Writer$/);
    expect(document.querySelector('.skeleton')).toBeNull();
    expect(document.title).toBe('Writer · Safarnama');
  });

  it('of a followed author: stops following', async () => {
    mockAuthorPage({ ...writer, followedByMe: true });
    mockResponse('delete', '/api/user/:id/follow', { followedByMe: false, followerCount: 1 });
    const user = renderApp(`/author/${writer._id}`);
    const button = await screen.findByRole('button', { name: 'Following অরুণ সেন' });

    await user.click(button);

    expect(await screen.findByText(/1 follower$/)).toBeVisible();
    expect(button).toHaveAccessibleName('Follow অরুণ সেন');
  });

  it.each([
    [
      'whom the user blocks in another tab',
      () => fakeSocket.listeners?.blockChanged({ userId: writer._id, isBlocked: true }),
    ],
    [
      'who blocks the user',
      () => fakeSocket.listeners?.canMessageChanged({ userId: writer._id, canMessage: false }),
    ],
  ])('of a followed author %s: shows that the user no longer follows them', async (_case, block) => {
    mockAuthorPage({ ...writer, followedByMe: true });
    renderApp(`/author/${writer._id}`);
    const button = await screen.findByRole('button', { name: 'Following অরুণ সেন' });
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());

    act(() => void block());

    expect(button).toHaveAccessibleName('Follow অরুণ সেন');
    expect(screen.getByText(/11 followers$/)).toBeVisible();
  });
});

describe('HomePage', () => {
  it('with the list of followed authors: shows their stories, and leads back to all stories', async () => {
    signIn(buildUser());
    const card = buildCard({ blogTitle: 'রাতের ট্রেন' });
    mockResponse('get', '/api/post/following', { posts: [card], nextCursor: null });
    const user = renderApp('/');

    await user.click(await screen.findByRole('link', { name: 'Following' }));

    expect(await screen.findByRole('link', { name: 'রাতের ট্রেন' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Following' })).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('link', { name: 'Newest' }));
    expect(await screen.findByText('No Post Yet')).toBeVisible();
  });

  it('with the list of a user who follows nobody: explains how to follow someone', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/following', { posts: [], nextCursor: null });
    renderApp('/?list=following');

    expect(await screen.findByText('No stories here yet')).toBeVisible();
    expect(screen.getByText(/^Follow a writer from their page/)).toBeVisible();
  });

  it('when the list fails: shows the reason and a retry button', async () => {
    signIn(buildUser());
    mockError('get', '/api/post/following', 500, 'Something went wrong');
    renderApp('/?list=following');

    expect(await screen.findByText('Something went wrong')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('ProfilePage', () => {
  it('with a bio: rejects more than 160 characters, and saves fewer', async () => {
    const me = buildUser();
    signIn(me);
    const requests = mockResponse('put', '/api/auth/update-profile', { ...me, bio: 'पहाड़ और चाय' });
    const user = renderApp('/update-profile');
    const field = await screen.findByRole('textbox', { name: 'About you' });

    await user.click(field);
    await user.paste('क'.repeat(161));
    expect(screen.getByText('161/160')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('This can be at most 160 characters.')).toBeVisible();
    expect(requests).toHaveLength(0);
    await user.clear(field);
    await user.type(field, 'पहाड़ और चाय ');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));

    await waitFor(() => expect(requests[0]?.body).toMatchObject({ bio: 'पहाड़ और चाय' }));
  });
});
