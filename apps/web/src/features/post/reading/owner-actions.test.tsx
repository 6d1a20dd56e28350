import type { Post } from '@safarnama/contracts';
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { buildCard, buildPost, buildUser } from '../../../testing/factories.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn } from '../../../testing/server.ts';

function mockStory(post: Post) {
  mockResponse('get', '/api/post/getpost/:slug', { post });
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
  mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });
}

async function openOwnStory() {
  const me = buildUser();
  const post = buildPost({ authorId: me, blogTitle: 'मेरी कहानी' });
  signIn(me);
  mockStory(post);
  const user = renderApp(`/post/${encodeURIComponent(post.slug)}`);
  // Long timeout: on a busy machine, the lazy page script takes a while to load.
  await user.click(await screen.findByRole('button', { name: 'Delete Post' }, { timeout: 10_000 }));
  return { user, post };
}

const confirmButton = () => screen.getByRole('button', { name: 'Delete for good' });

describe('OwnerActions: delete', { timeout: 20_000 }, () => {
  it('cancelled: closes the dialog and returns the focus to the button', async () => {
    const { user } = await openOwnStory();
    expect(screen.getByRole('dialog', { name: 'Delete this story?' })).toHaveTextContent('मेरी कहानी');

    await user.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete Post' })).toHaveFocus();
  });

  it('confirmed: shows the toast and opens My Posts', async () => {
    const { user, post } = await openOwnStory();
    const requests = mockResponse('delete', '/api/post/delete-post/:id', {
      _id: post._id,
      message: 'Post deleted',
    });

    await user.click(confirmButton());

    expect(await screen.findByText('Post deleted')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1, name: 'My Posts' })).toBeVisible();
    expect(requests[0]?.url.pathname).toBe(`/api/post/delete-post/${post._id}`);
  });

  it('confirmed, then Back to the story: skips it', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me, blogHtml: '<h2>एक</h2><h2>दो</h2><h2>तीन</h2><h2>चार</h2>' });
    signIn(me);
    mockStory(post);
    mockResponse('get', '/api/post/getposts', { posts: [buildCard(post)], nextCursor: null });
    mockResponse('delete', '/api/post/delete-post/:id', { _id: post._id, message: 'Post deleted' });
    const user = renderApp('/');
    await user.click(await screen.findByRole('link', { name: post.blogTitle }));
    // Adds a second history entry for the story; My Posts replaces only this second one.
    await user.click(await screen.findByText('तीन', { selector: 'a' }));
    await user.click(screen.getByRole('button', { name: 'Delete Post' }));
    await user.click(confirmButton());
    await screen.findByRole('heading', { level: 1, name: 'My Posts' });
    const requests = mockError('get', '/api/post/getpost/:slug', 404, 'Post not found');

    act(() => window.history.back());

    expect(await screen.findByText('Stories from the road')).toBeVisible();
    expect(requests).toHaveLength(0);
  });

  it('failed: shows the server message, else the default of the store, else Failed to delete', async () => {
    const { user } = await openOwnStory();
    mockError('delete', '/api/post/delete-post/:id', 403, 'यह आपकी कहानी नहीं है');
    await user.click(confirmButton());
    expect(await screen.findByText('यह आपकी कहानी नहीं है')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    mockNetworkError('delete', '/api/post/delete-post/:id');
    await user.click(screen.getByRole('button', { name: 'Delete Post' }));
    await user.click(confirmButton());
    expect(await screen.findByText('Post Deletion Failed')).toBeInTheDocument();

    act(() => useBlogStore.setState({ error: null, deletePost: async () => false }));
    await user.click(screen.getByRole('button', { name: 'Delete Post' }));
    await user.click(confirmButton());
    expect(await screen.findByText('Failed to delete')).toBeInTheDocument();
  });
});
