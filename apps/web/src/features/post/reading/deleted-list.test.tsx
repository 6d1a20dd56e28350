import { UNDELETE_MS } from '@safarnama/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { buildCard, buildPost, buildSavedPost, buildUser } from '../../../testing/factories.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn } from '../../../testing/server.ts';

const MINUTE_MS = 60_000;

/** A deleted story of the signed-in user. */
function buildDeleted(deletedAgoMs: number, title = 'घाट की सुबह') {
  const me = buildUser();
  signIn(me);
  mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });
  const card = buildCard({ blogTitle: title, authorId: me, excerpt: 'नाव', commentCount: 2 });
  return { ...card, deletedAt: new Date(Date.now() - deletedAgoMs).toISOString() };
}

/** Shows the deleted stories “घाट की सुबह”, which can be restored with the button `restore`, and “नाव”. */
async function showTwoDeleted() {
  const deleted = buildDeleted(MINUTE_MS);
  const other = { ...deleted, _id: buildPost()._id, slug: 'boat', blogTitle: 'नाव' };
  mockResponse('get', '/api/post/deleted', { posts: [deleted, other], nextCursor: null });
  const { excerpt, deletedAt: _deletedAt, ...card } = deleted;
  mockResponse('post', '/api/post/:id/undelete', buildSavedPost(buildPost(card), excerpt));
  const user = renderApp('/my-posts?tab=deleted');
  const restore = await screen.findByRole('button', { name: 'Restore “घाट की सुबह”' });
  return { user, restore };
}

describe('DeletedList', () => {
  it('opened from My Posts: shows the time left, and restores the story in the lists', async () => {
    const deleted = buildDeleted(2.5 * MINUTE_MS);
    mockResponse('get', '/api/post/deleted', { posts: [deleted], nextCursor: null });
    const { excerpt, deletedAt: _deletedAt, ...card } = deleted;
    const requests = mockResponse('post', '/api/post/:id/undelete', buildSavedPost(buildPost(card), excerpt));
    const user = renderApp('/my-posts');
    await screen.findByText('No Post Yet');

    await user.click(await screen.findByRole('link', { name: 'Deleted stories' }));

    const row = within(await screen.findByRole('list', { name: 'Deleted stories' })).getByRole('listitem');
    expect(row).toHaveTextContent('घाट की सुबह7 minutes left');
    expect(within(row).getByText('घाट की सुबह')).toHaveAttribute('lang', 'hi');
    await user.click(within(row).getByRole('button', { name: 'Restore “घाट की सुबह”' }));
    expect(await screen.findByText('Story restored')).toBeInTheDocument();
    expect(await screen.findByText('No deleted stories')).toBeVisible();
    expect(requests[0]?.url.pathname).toBe(`/api/post/${deleted._id}/undelete`);
    expect(useBlogStore.getState().myPosts).toMatchObject([{ _id: deleted._id, excerpt: 'नाव' }]);
  });

  it('restored with the focus: moves it to the next story', async () => {
    const { user, restore } = await showTwoDeleted();

    await user.click(restore);

    await waitFor(() => expect(screen.getByRole('button', { name: 'Restore “नाव”' })).toHaveFocus());
    expect(restore).not.toBeInTheDocument();
  });

  it('restored in another tab in the meantime: shows that, and removes the story from the list', async () => {
    const { user, restore } = await showTwoDeleted();
    mockError('post', '/api/post/:id/undelete', 404, 'Post not found');
    mockResponse('get', '/api/post/my-posts/:id', { post: buildPost() });

    await user.click(restore);

    expect(await screen.findByText('Story restored')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('घाट की सुबह')).not.toBeInTheDocument());
  });

  it('restored when the list can no longer be loaded: keeps the other stories', async () => {
    const { user, restore } = await showTwoDeleted();
    mockNetworkError('get', '/api/post/deleted');

    await user.click(restore);

    await waitFor(() => expect(screen.queryByText('घाट की सुबह')).not.toBeInTheDocument());
    expect(screen.getByText('नाव')).toBeVisible();
  });

  it('with a wrong clock on the device: uses the clock of the server', async () => {
    const deleted = buildDeleted(9.5 * MINUTE_MS - UNDELETE_MS * 6);
    mockResponse(
      'get',
      '/api/post/deleted',
      { posts: [deleted], nextCursor: null },
      { headers: { date: new Date(Date.parse(deleted.deletedAt) + 9.5 * MINUTE_MS).toUTCString() } },
    );

    renderApp('/my-posts?tab=deleted');

    expect(await screen.findByText('Less than a minute left')).toBeVisible();
  });

  it('after the time has expired: removes the story', async () => {
    const deleted = buildDeleted(UNDELETE_MS - 20_000);
    mockResponse('get', '/api/post/deleted', { posts: [deleted], nextCursor: null });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true });
    renderApp('/my-posts?tab=deleted');
    await screen.findByText('Less than a minute left');

    act(() => void vi.advanceTimersByTime(26_000));

    expect(screen.getByText('No deleted stories')).toBeVisible();
  });

  it('after a failure: shows the reason, and loads again without it', async () => {
    const deleted = buildDeleted(0);
    mockNetworkError('get', '/api/post/deleted');
    const user = renderApp('/my-posts?tab=deleted');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to get Posts');

    let respond = () => undefined as unknown;
    const held = new Promise((resolve) => {
      respond = () => resolve(undefined);
    });
    mockResponse('get', '/api/post/deleted', () => held.then(() => ({ posts: [deleted], nextCursor: null })));
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    respond();
    expect(await screen.findByText(deleted.blogTitle)).toBeVisible();
  });

  it('with a story that has been removed permanently: shows that it is too late', async () => {
    const deleted = buildDeleted(MINUTE_MS);
    mockResponse('get', '/api/post/deleted', { posts: [deleted], nextCursor: null });
    mockError('post', '/api/post/:id/undelete', 404, 'Post not found');
    mockError('get', '/api/post/my-posts/:id', 404, 'Post not found');
    const user = renderApp('/my-posts?tab=deleted');
    const button = await screen.findByRole('button', { name: /^Restore/ });

    await user.click(button);

    expect(await screen.findByText("It's too late to restore this story.")).toBeInTheDocument();
    expect(await screen.findByText('No deleted stories')).toBeVisible();
  });
});
