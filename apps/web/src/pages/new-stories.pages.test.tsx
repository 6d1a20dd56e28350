import type { Card } from '@safarnama/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { countUnread } from '../api/notification.api.ts';
import { useBlogStore } from '../stores/blog.store.ts';
import { buildAuthor, buildCard, buildPost, buildSearchPage, buildUser } from '../testing/factories.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockNetworkError, mockResponse, signIn } from '../testing/server.ts';

const author = { ...buildAuthor(), createdAt: '2026-02-03T04:05:06.000Z' };
const LISTS = [
  ['home', '/', '/api/post/getposts'],
  ['my posts', '/my-posts', '/api/post/my-posts'],
  ['an author', `/author/${author._id}`, '/api/post/by-author/:userId'],
  ['search, newest first', '/search?q=ghat&sort=newest', '/api/post/search'],
] as const;
/** At the top of these, a story need not be new. */
const LISTS_IN_OTHER_ORDERS = [
  ['the most liked stories', '/?sort=liked', '/api/post/getposts'],
  ['bookmarks', '/bookmarks', '/api/post/bookmarks'],
  ['search, best first', '/search?q=ghat', '/api/post/search'],
] as const;

/** An hour of the day on which the stories are published. */
const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour)).toISOString();

const titles = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

/** Advances the clock by a minute and reports that the page is visible again. */
function showAgainAfterAMinute(): void {
  vi.setSystemTime(Date.now() + 60_000);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** Opens a list whose stories the test can change in `state`. */
async function openList(path: string, url: string, first: Card[], cursor: string | null = null) {
  const state = { posts: first, nextCursor: cursor };
  signIn(buildUser());
  const requests = mockResponse('get', url, () => ({ ...buildSearchPage(), ...state, author }));
  const user = renderApp(path);
  await screen.findByRole('heading', { name: first[0]?.blogTitle ?? '' });
  return { user, requests, state };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

describe('a list: while others publish', () => {
  it.each(LISTS)('%s: does not move, and shows the new stories on request', async (_name, path, url) => {
    const [first, second] = [buildCard({ blogTitle: 'এক' }), buildCard({ blogTitle: 'দুই' })];
    const { user, state } = await openList(path, url, [first, second]);
    state.posts = [buildCard({ blogTitle: 'চার' }), buildCard({ blogTitle: 'তিন' }), first, second];

    showAgainAfterAMinute();
    const button = await screen.findByRole('button', { name: '2 new stories' });
    expect(titles()).toEqual(['এক', 'দুই']);
    expect(button.closest('[role=status]')).toBeInTheDocument();
    await user.click(button);

    expect(titles()).toEqual(['চার', 'তিন', 'এক', 'দুই']);
    await waitFor(() => expect(screen.getByRole('link', { name: 'চার' })).toHaveFocus());
    expect(screen.queryByRole('button', { name: /new stor/ })).not.toBeInTheDocument();
  });

  it.each(LISTS_IN_OTHER_ORDERS)('%s: offers no new stories', async (_name, path, url) => {
    const first = buildCard({ blogTitle: 'এক' });
    const { state, requests } = await openList(path, url, [first]);
    state.posts = [buildCard({ blogTitle: 'দুই' }), first];

    showAgainAfterAMinute();
    await act(() => countUnread());

    expect(requests).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /new stor/ })).not.toBeInTheDocument();
  });

  it('with another page after the new stories: continues with that page', async () => {
    const old = buildCard({ blogTitle: 'পুরোনো' });
    const { user, state, requests } = await openList('/', '/api/post/getposts', [old]);
    Object.assign(state, { posts: [buildCard({ blogTitle: 'নতুন' })], nextCursor: 'next' });
    showAgainAfterAMinute();
    await user.click(await screen.findByRole('button', { name: '1+ new stories' }));
    Object.assign(state, { posts: [old], nextCursor: null });

    await user.click(screen.getByRole('button', { name: 'Show more stories' }));

    await waitFor(() => expect(titles()).toEqual(['নতুন', 'পুরোনো']));
    expect(requests.at(-1)?.url.searchParams.get('cursor')).toBe('next');
  });

  it('after a deletion has moved an older story to the first page: offers no new stories', async () => {
    const [first, second] = [
      buildCard({ createdAt: at(9) }),
      buildCard({ blogTitle: 'দুই', createdAt: at(8) }),
    ];
    const { state, requests } = await openList('/', '/api/post/getposts', [first, second], 'next');
    state.posts = [second, buildCard({ createdAt: at(7) })];

    showAgainAfterAMinute();

    await waitFor(() => expect(requests).toHaveLength(2));
    await waitFor(() => expect(titles()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: /new stor/ })).not.toBeInTheDocument();
  });

  it('after the user has published: still offers the stories of others, and keeps the user’s own', async () => {
    const [first, own] = [buildCard({ blogTitle: 'এক' }), buildCard({ blogTitle: 'আমার' })];
    const { user, state } = await openList('/', '/api/post/getposts', [first]);
    const other = buildCard({ blogTitle: 'দুই' });
    state.posts = [other, first];
    showAgainAfterAMinute();
    await screen.findByRole('button', { name: '1 new story' });
    const post = buildPost({ _id: own._id });
    mockResponse('post', '/api/post/create-post', { post, card: own }, { status: 201 });

    await act(() => useBlogStore.getState().createPost(post));
    expect(titles()).toEqual(['আমার', 'এক']);
    await user.click(screen.getByRole('button', { name: '1 new story' }));
    expect(titles()).toEqual(['আমার', 'দুই', 'এক']);

    state.posts = [own, buildCard({ blogTitle: 'তিন' }), other, first];
    showAgainAfterAMinute();
    expect(await screen.findByRole('button', { name: '1 new story' })).toBeVisible();
  });

  it('after the user has published, while a whole page of others’ stories is new: still offers them', async () => {
    const first = buildCard({ blogTitle: 'এক', createdAt: at(1) });
    const own = buildCard({ blogTitle: 'আমার', createdAt: at(20) });
    const { state } = await openList('/', '/api/post/getposts', [first], 'next');
    const others = Array.from({ length: 12 }, (_, index) => buildCard({ createdAt: at(19 - index) }));
    state.posts = others;
    showAgainAfterAMinute();
    await screen.findByRole('button', { name: '12+ new stories' });
    const post = buildPost({ _id: own._id });
    mockResponse('post', '/api/post/create-post', { post, card: own }, { status: 201 });

    await act(() => useBlogStore.getState().createPost(post));
    expect(screen.getByRole('button', { name: '12+ new stories' })).toBeVisible();
    state.posts = [own, ...others.slice(0, 11)];
    showAgainAfterAMinute();

    expect(await screen.findByRole('button', { name: '11+ new stories' })).toBeVisible();
  });

  it('within a minute, or after a failed check: leaves the list unchanged', async () => {
    const first = buildCard({ blogTitle: 'এক' });
    const { requests } = await openList('/', '/api/post/getposts', [first]);
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(requests).toHaveLength(1);
    mockNetworkError('get', '/api/post/getposts');

    showAgainAfterAMinute();

    await waitFor(() => expect(titles()).toEqual(['এক']));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
