import type { Draft, Post } from '@safarnama/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { IDLE } from '../../../stores/card-lists.ts';
import { buildCard, buildDraft, buildPost, buildSavedPost, buildUser } from '../../../testing/factories.ts';
import { createPendingResponse } from '../../../testing/pending-response.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn } from '../../../testing/server.ts';

vi.mock('../writing/story-editor.tsx', () => import('../../../testing/plain-story-editor.tsx'));

const KEY = '0a0a0a0a-1111-4222-8333-444444444444';

async function openOwnStory(draftChanges: Partial<Draft> = {}, storyChanges: Partial<Post> = {}) {
  const me = buildUser();
  const post = buildPost({ authorId: me, blogTitle: 'मेरी कहानी', ...storyChanges });
  const draft = buildDraft({
    key: KEY,
    blogTitle: post.blogTitle,
    blogHtml: post.blogHtml,
    blogImageAlt: post.blogImageAlt,
    blogLocation: post.blogLocation,
    placeId: post.place?._id ?? null,
    // A copy, with a URL of its own.
    blogImage: post.blogImage === '' ? '' : '/media/copy',
    blogImageMeta: post.blogImageMeta,
    visibility: post.visibility,
    postId: post._id,
    isUnpublished: true,
    ...draftChanges,
  });
  signIn(me);
  mockResponse('get', '/api/post/getpost/:slug', { post });
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
  mockResponse('get', '/api/post/by-author/:userId', { posts: [], nextCursor: null, author: me });
  const user = renderApp(`/post/${encodeURIComponent(post.slug)}`);
  const button = await screen.findByRole('button', { name: 'Unpublish' });
  return { user, post, draft, unpublish: () => user.click(button) };
}

async function unpublishOwnStory(draftChanges?: Partial<Draft>, storyChanges?: Partial<Post>) {
  const opened = await openOwnStory(draftChanges, storyChanges);
  const requests = mockResponse('post', '/api/post/:id/unpublish', { draft: opened.draft });
  mockResponse('get', '/api/drafts', { drafts: [opened.draft], nextCursor: null });
  mockResponse('get', '/api/drafts/:key', { draft: opened.draft });
  await opened.unpublish();
  await screen.findByRole('list', { name: 'Drafts' });
  return { ...opened, requests };
}

describe('UnpublishButton', () => {
  it('clicked: unpublishes without a confirmation and opens the drafts with the story', async () => {
    const { post, requests } = await unpublishOwnStory();

    expect(requests[0]?.url.pathname).toBe(`/api/post/${post._id}/unpublish`);
    expect(screen.getByText('Your story is a draft again')).toBeInTheDocument();
    const list = within(screen.getByRole('list', { name: 'Drafts' }));
    expect(list.getByRole('listitem')).toHaveTextContent('Unpublished story');
  });

  it.each([
    ['a different text', { blogHtml: '<p>आधा लिखा</p>' }],
    ['another picture', { blogImage: '/media/a', blogImageMeta: { width: 3, height: 2, thumbhash: 'AQID' } }],
    ['another place', { placeId: 'gn-1' }],
  ])('with a draft that had %s: offers no Undo, which would publish it', async (_name, changes) => {
    await unpublishOwnStory(changes);

    expect(
      screen.getByText('Your story is a draft again, with your unpublished changes'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('of a story that shows the first picture of its text: offers Undo', async () => {
    const picture = {
      key: 'k',
      url: '/media/k',
      alt: 'नाव',
      caption: '',
      width: 4,
      height: 3,
      thumbhash: 'AQID',
    };
    await unpublishOwnStory(
      { blogImage: '', blogImageAlt: '', blogImageMeta: null },
      { blogImage: picture.url, blogImageAlt: picture.alt, pictures: [picture] },
    );

    expect(screen.getByText('Your story is a draft again')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  });

  it('clicked, with another user signed in before the response: shows them nothing', async () => {
    const { draft, unpublish } = await openOwnStory();
    mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });
    const { pending, release } = createPendingResponse();
    const requests = mockResponse('post', '/api/post/:id/unpublish', () => pending.then(() => ({ draft })));
    await unpublish();
    await waitFor(() => expect(requests).toHaveLength(1));
    act(() => useAuthStore.setState({ user: buildUser() }));

    release();

    // The story that they were looking at no longer exists.
    expect(await screen.findByText('No Post Yet')).toBeVisible();
    expect(screen.queryByText('Your story is a draft again')).not.toBeInTheDocument();
  });

  it('undone: publishes the draft and opens the story', async () => {
    const { user, post, draft } = await unpublishOwnStory();
    const requests = mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });

    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('Your story is published again')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1, name: post.blogTitle })).toBeVisible();
    expect(requests[0]?.body).toMatchObject({
      blogTitle: post.blogTitle,
      blogHtml: post.blogHtml,
      draftKey: KEY,
      draftVersion: draft.version,
    });
  });

  it('undone after the drafts were left: stays on the other page', async () => {
    const { user, post } = await unpublishOwnStory();
    mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });
    mockResponse('get', '/api/post/deleted', { posts: [], nextCursor: null });
    await user.click(screen.getByRole('link', { name: 'Deleted stories' }));
    await screen.findByText('No deleted stories');

    await user.click(screen.getByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('Your story is published again')).toBeInTheDocument();
    expect(window.location.search).toBe('?tab=deleted');
  });

  it('undone after it was published elsewhere with another text: does not replace that text', async () => {
    const { user, post } = await unpublishOwnStory();
    const newer = { ...post, blogHtml: '<p>नई सुबह</p>', version: 2 };
    mockResponse('post', '/api/post/create-post', buildSavedPost(newer));

    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    // A request to update the story would fail the test.
    expect(
      await screen.findByText("Couldn't publish your story again. Please try once more."),
    ).toBeInTheDocument();
  });

  it('with a rejected undo: shows the reason and offers it again', async () => {
    const { user } = await unpublishOwnStory();
    mockError('post', '/api/post/create-post', 500, 'Something went wrong');

    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('Something went wrong')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  });

  it('clicked again after a response was lost: opens the drafts and offers Undo', async () => {
    const { draft, unpublish } = await openOwnStory();
    mockNetworkError('post', '/api/post/:id/unpublish');
    await unpublish();
    await screen.findByText("Couldn't unpublish your story. Please try again.");
    mockError('post', '/api/post/:id/unpublish', 404, 'Post not found');
    mockResponse('get', '/api/drafts', { drafts: [buildDraft(), draft], nextCursor: null });

    await unpublish();

    expect(await screen.findByText('Your story is a draft again')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
    expect(await screen.findByRole('list', { name: 'Drafts' })).toHaveTextContent('Unpublished story');
  });

  it('of a story that was deleted elsewhere: shows the reason', async () => {
    const { unpublish } = await openOwnStory();
    mockError('post', '/api/post/:id/unpublish', 404, 'Post not found');

    await unpublish();

    expect(await screen.findByText('Post not found')).toBeInTheDocument();
  });

  it('rejected: shows the reason and stays on the story', async () => {
    const { unpublish } = await openOwnStory();
    mockError('post', '/api/post/:id/unpublish', 500, 'Something went wrong');

    await unpublish();

    expect(await screen.findByText('Something went wrong')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Unpublish' })).toBeEnabled();
  });

  it('with the draft opened: shows what publishing restores, and publishes the draft with its key', async () => {
    const { user, post } = await unpublishOwnStory();
    await user.click(screen.getByRole('link', { name: post.blogTitle }));
    expect(
      await screen.findByText(
        'This story is not published. Publishing it brings back its address, likes and comments.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'Now' })).not.toBeInTheDocument();
    await screen.findByLabelText('Your story');
    const requests = mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });

    await user.click(screen.getByRole('button', { name: 'Publish' }));

    await waitFor(() => expect(requests[0]?.body).toMatchObject({ draftKey: KEY, draftVersion: 1 }));
    expect(await screen.findByText('Post created!')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1, name: post.blogTitle })).toBeVisible();
    expect(window.location.pathname).toBe(`/post/${encodeURIComponent(post.slug)}`);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
  });

  it('with the draft published from the form: shows the story by its former date in the loaded part of the lists', async () => {
    const { user, post } = await unpublishOwnStory();
    await user.click(screen.getByRole('link', { name: post.blogTitle }));
    await screen.findByLabelText('Your story');
    const newer = buildCard({ createdAt: '2026-02-01T00:00:00.000Z' });
    const older = buildCard({ createdAt: '2025-12-01T00:00:00.000Z' });
    useBlogStore.setState({
      allposts: [newer],
      allStatus: { ...IDLE, cursor: 'next' },
      myPosts: [newer, older],
      myStatus: { ...IDLE, cursor: null },
    });
    const saved = buildSavedPost(post);
    mockResponse('post', '/api/post/create-post', saved, { status: 201 });

    await user.click(screen.getByRole('button', { name: 'Publish' }));

    await screen.findByText('Post created!');
    expect(useBlogStore.getState()).toMatchObject({
      allposts: [newer],
      myPosts: [newer, saved.card, older],
      deletedSlugs: [],
    });
  });

  it('with a draft whose publication from the form is rejected: says why', async () => {
    const { user, post } = await unpublishOwnStory();
    await user.click(screen.getByRole('link', { name: post.blogTitle }));
    await screen.findByLabelText('Your story');
    mockError('post', '/api/post/create-post', 400, 'The words are too many.', 'too_many_words');

    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText('The words are too many.')).toBeInTheDocument();
  });
});
