import type { Post } from '@safarnama/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { buildCard, buildPost, buildSavedPost, buildUser } from '../../../testing/factories.ts';
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
  const deleteButton = await screen.findByRole('button', { name: 'Delete Post' });
  return { user, post, deleteButton };
}

async function deleteOwnStory() {
  const { user, post, deleteButton } = await openOwnStory();
  mockResponse('delete', '/api/post/delete-post/:id', { _id: post._id, message: 'Post deleted' });
  await user.click(deleteButton);
  await screen.findByRole('heading', { level: 1, name: 'My Posts' });
  return { user, post, undoButton: await screen.findByRole('button', { name: 'Undo' }) };
}

describe('OwnerActions: delete', () => {
  it('clicked: deletes without a confirmation, shows the toast and opens My Posts', async () => {
    const { user, post, deleteButton } = await openOwnStory();
    const requests = mockResponse('delete', '/api/post/delete-post/:id', {
      _id: post._id,
      message: 'Post deleted',
    });

    await user.click(deleteButton);

    expect(await screen.findByText('Post deleted')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1, name: 'My Posts' })).toBeVisible();
    expect(requests[0]?.url.pathname).toBe(`/api/post/delete-post/${post._id}`);
  });

  it('clicked twice: sends one request and keeps the focus', async () => {
    const { user, post, deleteButton } = await openOwnStory();
    let respond: (body: { _id: string; message: string }) => void = () => undefined;
    const requests = mockResponse(
      'delete',
      '/api/post/delete-post/:id',
      () => new Promise((resolve) => (respond = resolve)),
    );

    await user.dblClick(deleteButton);

    expect(screen.getByRole('button', { name: 'Deleting…' })).toHaveFocus();
    await waitFor(() => expect(requests).toHaveLength(1));
    respond({ _id: post._id, message: 'Post deleted' });
    expect(await screen.findByText('Post deleted')).toBeInTheDocument();
    expect(requests).toHaveLength(1);
  });

  it('ended by another sign-in: shows the next user no failure', async () => {
    const { user, deleteButton } = await openOwnStory();
    let endSession: () => void = () => undefined;
    act(() =>
      useBlogStore.setState({
        deletePost: () => new Promise((resolve) => (endSession = () => resolve(false))),
      }),
    );
    await user.click(deleteButton);
    act(() => useAuthStore.setState({ user: buildUser() }));

    await act(async () => endSession());

    expect(screen.queryByText('Failed to delete')).not.toBeInTheDocument();
  });

  it('leaving the story before the response: stays on the other page', async () => {
    const { user, post, deleteButton } = await openOwnStory();
    let respond: (body: { _id: string; message: string }) => void = () => undefined;
    mockResponse('delete', '/api/post/delete-post/:id', () => new Promise((resolve) => (respond = resolve)));
    await user.click(deleteButton);
    await user.click(screen.getByRole('link', { name: 'Back to all stories' }));
    await screen.findByText('Stories from the road');

    respond({ _id: post._id, message: 'Post deleted' });

    expect(await screen.findByText('Post deleted')).toBeInTheDocument();
    expect(window.location.pathname).toBe('/');
  });

  it('clicked, then Back: skips the deleted story; Forward leads to it, and on to My Posts', async () => {
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
    await screen.findByRole('heading', { level: 1, name: 'My Posts' });
    const requests = mockError('get', '/api/post/getpost/:slug', 404, 'Post not found');

    act(() => window.history.back());

    expect(await screen.findByText('Stories from the road')).toBeVisible();
    expect(requests).toHaveLength(0);
    act(() => window.history.forward());
    expect(await screen.findByRole('heading', { name: 'Post not found.' })).toBeVisible();
    act(() => window.history.forward());
    expect(await screen.findByRole('heading', { level: 1, name: 'My Posts' })).toBeVisible();
  });

  it('failed: shows the server message, else the default of the store, else Failed to delete', async () => {
    const { user, deleteButton } = await openOwnStory();
    mockError('delete', '/api/post/delete-post/:id', 403, 'यह आपकी कहानी नहीं है');
    await user.click(deleteButton);
    expect(await screen.findByText('यह आपकी कहानी नहीं है')).toBeInTheDocument();
    expect(deleteButton).toHaveTextContent('Delete Post');

    mockNetworkError('delete', '/api/post/delete-post/:id');
    await user.click(screen.getByRole('button', { name: 'Delete Post' }));
    expect(await screen.findByText('Post Deletion Failed')).toBeInTheDocument();

    act(() => useBlogStore.setState({ error: null, deletePost: async () => false }));
    await user.click(screen.getByRole('button', { name: 'Delete Post' }));
    expect(await screen.findByText('Failed to delete')).toBeInTheDocument();
  });
});

describe('OwnerActions: undo', () => {
  it('clicked: restores the story in the list, stays on the page and focuses it', async () => {
    const { user, post, undoButton } = await deleteOwnStory();
    const requests = mockResponse('post', '/api/post/:id/undelete', buildSavedPost(post));

    await user.click(undoButton);

    expect(await screen.findByText('Story restored')).toBeInTheDocument();
    expect(requests[0]?.url.pathname).toBe(`/api/post/${post._id}/undelete`);
    expect(screen.queryByText('Post deleted')).not.toBeInTheDocument();
    expect(await screen.findByRole('link', { name: post.blogTitle })).toBeVisible();
    expect(window.location.pathname).toBe('/my-posts');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('clicked, then the link to the story: opens it', async () => {
    const { user, post, undoButton } = await deleteOwnStory();
    mockResponse('post', '/api/post/:id/undelete', buildSavedPost(post));
    await user.click(undoButton);

    await user.click(await screen.findByRole('link', { name: post.blogTitle }));

    expect(await screen.findByRole('heading', { level: 1, name: post.blogTitle })).toBeVisible();
  });

  it('with a failed request: shows the reason and offers to undo again', async () => {
    const { user, post, undoButton } = await deleteOwnStory();
    mockError('post', '/api/post/:id/undelete', 503, 'The database is unavailable');
    await user.click(undoButton);
    expect(await screen.findByText('The database is unavailable')).toBeInTheDocument();

    mockNetworkError('post', '/api/post/:id/undelete');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText("Couldn't restore your story. Please try again.")).toBeInTheDocument();

    mockResponse('post', '/api/post/:id/undelete', buildSavedPost(post));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Story restored')).toBeInTheDocument();
  });

  it('clicked again after a response was lost: shows that the story is restored', async () => {
    const { user, post, undoButton } = await deleteOwnStory();
    mockNetworkError('post', '/api/post/:id/undelete');
    await user.click(undoButton);
    await screen.findByText("Couldn't restore your story. Please try again.");
    mockError('post', '/api/post/:id/undelete', 404, 'Post not found');
    mockResponse('get', '/api/post/my-posts/:id', { post });
    mockResponse('get', '/api/post/my-posts', { posts: [buildSavedPost(post).card], nextCursor: null });

    await user.click(screen.getByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('Story restored')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: post.blogTitle })).toBeVisible();
  });

  it('clicked on the list of deleted stories: removes the story from the list', async () => {
    const { user, post, undoButton } = await deleteOwnStory();
    const deleted = { ...buildSavedPost(post).card, deletedAt: new Date().toISOString() };
    mockResponse('get', '/api/post/deleted', { posts: [deleted], nextCursor: null });
    await user.click(screen.getByRole('link', { name: 'Deleted stories' }));
    await screen.findByText(post.blogTitle);
    mockResponse('post', '/api/post/:id/undelete', buildSavedPost(post));

    await user.click(undoButton);

    expect(await screen.findByText('No deleted stories')).toBeVisible();
  });

  it('after the story was removed permanently: shows that and offers no further undo', async () => {
    const { user, undoButton } = await deleteOwnStory();
    mockError('post', '/api/post/:id/undelete', 404, 'Post not found');
    mockError('get', '/api/post/my-posts/:id', 404, 'Post not found');

    await user.click(undoButton);

    expect(await screen.findByText("It's too late to restore this story.")).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('after another user has signed in: is not offered', async () => {
    const { undoButton } = await deleteOwnStory();

    act(() => useAuthStore.setState({ user: buildUser() }));

    expect(undoButton).not.toBeInTheDocument();
  });
});
