import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SaveOptions } from '../../../api/post.api.ts';
import { setLanguage } from '../../../i18n/strings.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { buildPost, buildSavedPost, buildUser } from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { createPendingResponse } from '../../../testing/pending-response.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockResponse, signIn } from '../../../testing/server.ts';
import { stubSlowDecoding } from '../../../testing/slow-picture.ts';

vi.mock('./story-editor.tsx', () => import('../../../testing/plain-story-editor.tsx'));

/** Opens the form from My Posts, publishes a story and presses Cancel while it is being sent. */
async function cancelWhileSending() {
  signIn(buildUser());
  mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });
  const sending: { options?: SaveOptions | undefined; fail?: () => void } = {};
  act(() =>
    useBlogStore.setState({
      createPost: (_body, options) =>
        new Promise((resolve) => {
          sending.options = options;
          sending.fail = () => resolve(null);
        }),
    }),
  );
  const user = renderApp('/my-posts');
  await user.click(await screen.findByRole('link', { name: 'New Post' }));
  fill(await screen.findByLabelText('Title'), 'নদী');
  fill(await screen.findByLabelText('Your story'), '<p>ভোর</p>');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('dialog', { name: 'Your story is still uploading' });
  return { user, ...sending };
}

describe('PostForm: leaving while the story is being sent', () => {
  it('with Stop: aborts the request, leaves and shows no error', async () => {
    const { user, options, fail } = await cancelWhileSending();

    await user.click(screen.getByRole('button', { name: 'Stop' }));

    expect(options?.signal?.aborted).toBe(true);
    expect(await screen.findByRole('heading', { level: 1, name: 'My Posts' })).toBeVisible();
    await act(async () => fail?.());
    expect(screen.queryByText('Operation failed.')).not.toBeInTheDocument();
  });

  it('with Keep uploading: stays on the form', async () => {
    const { user, options } = await cancelWhileSending();

    await user.click(screen.getByRole('button', { name: 'Keep uploading' }));

    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(options?.signal?.aborted).toBe(false);
    expect(screen.getByRole('progressbar', { name: 'Uploading your story' })).toBeVisible();
  });

  it('after all of it has been sent: offers no Stop; a failure after leaving restores the text in the next form', async () => {
    const { user, options, fail } = await cancelWhileSending();

    act(() => options?.onProgress?.(1));
    expect(screen.getByRole('dialog', { name: 'Your story is being published' })).toBeVisible();
    // A second request repeats a story whose response was lost.
    act(() => options?.onProgress?.(0.1));
    expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Leave' }));

    expect(options?.signal?.aborted).toBe(false);
    await screen.findByRole('heading', { level: 1, name: 'My Posts' });
    await act(async () => fail?.());
    expect(await screen.findByText('Operation failed.')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'New Post' }));
    expect(await screen.findByLabelText('Title')).toHaveValue('নদী');
  });

  it('because another user has signed in: shows them no failure', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'নদী');
    fill(await screen.findByLabelText('Your story'), '<p>ভোর</p>');
    const { pending, release } = createPendingResponse();
    const response = buildSavedPost(buildPost());
    const requests = mockResponse('post', '/api/post/create-post', () => pending.then(() => response));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    act(() => useAuthStore.setState({ user: buildUser() }));

    release();

    // The user who began to publish continues with the draft.
    await waitFor(() => expect(sessionStorage).toHaveLength(1));
    expect(await screen.findByLabelText('Title')).toHaveValue('');
    expect(screen.queryByText('Operation failed.')).not.toBeInTheDocument();
  });

  it('with unchanged values of a published story: also asks before leaving', async () => {
    const me = buildUser();
    signIn(me);
    mockResponse('put', '/api/post/update-post/:id', () => new Promise(() => undefined));
    const user = renderApp('/add-posts', { post: buildPost({ authorId: me }) });
    await user.click(await screen.findByRole('button', { name: 'Update story' }));

    await user.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(await screen.findByRole('dialog', { name: 'Your changes are still uploading' })).toBeVisible();
  });
});

describe('PostForm: invalid fields', () => {
  it('with a missing title that is then entered: removes the message at the field and the toast', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Your story'), '<p>ভোর</p>');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    const toast = await screen.findByText('Title and content are required.');
    expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('Your story needs a title.');
    // A toast under the pointer does not disappear by itself.
    await user.hover(toast);

    fill(screen.getByLabelText('Title'), 'নদী');

    expect(screen.queryByText('Your story needs a title.')).not.toBeInTheDocument();
    await waitFor(() => expect(toast).not.toBeInTheDocument());
  });

  it('with a location that is too long: moves the focus to it', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'নদী');
    fill(await screen.findByLabelText('Your story'), '<p>ভোর</p>');
    fill(screen.getByLabelText('Location'), 'ক'.repeat(121));

    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText('Location must be at most 120 characters')).toBeInTheDocument();
    expect(screen.getByLabelText('Location')).toHaveFocus();
  });

  it('with another language chosen afterwards: shows the errors of the fields in it', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Your story'), '<p>ভোর</p>');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('Your story needs a title.');

    await act(() => setLanguage('hi'));

    expect(screen.getByLabelText('शीर्षक')).toHaveAccessibleDescription('कहानी का शीर्षक लिखें।');
    expect(screen.getByLabelText('Your story')).toHaveValue('<p>ভোর</p>');
  });
});

describe('PostForm: a picture that is still being read', () => {
  const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const slow = (name = 'slow.png', type = 'image/png') => new File([PNG], name, { type });

  /** Fills in the form. `decode` ends the reading of the slow pictures. */
  async function openForm({ title = 'নদী', story = '<p>ভোর</p>' } = {}) {
    const decode = stubSlowDecoding();
    const me = buildUser();
    const post = buildPost({ authorId: me });
    signIn(me);
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    const requests = mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), title);
    fill(await screen.findByLabelText('Your story'), story);
    return { user, requests, decode: () => act(async () => decode()) };
  }

  it('on leaving: counts as unsaved, and stays after Keep writing', async () => {
    const { user, decode } = await openForm({ title: '', story: '' });
    await user.upload(screen.getByLabelText('Add a picture'), slow());

    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep writing' }));
    await decode();
    expect(await screen.findByRole('img', { name: 'Preview' })).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('dialog', { name: 'Leave your story?' })).toBeVisible();
  });

  it('is waited for, and published with the story', async () => {
    const { user, requests, decode } = await openForm();
    await user.upload(screen.getByLabelText('Add a picture'), slow());
    expect(screen.getByText('Getting the picture ready…')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(screen.getByRole('button', { name: 'Publishing…' })).toHaveAttribute('aria-disabled', 'true');
    expect(requests).toHaveLength(0);
    await decode();

    expect(await screen.findByText('Post created!')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([
      expect.objectContaining({ blogImage: 'data:image/png;base64,iVBORw0KGgo=' }),
    ]);
  });

  it('and is then rejected: shows the reason and publishes nothing', async () => {
    const { user, requests, decode } = await openForm();
    await user.upload(screen.getByLabelText('Add a picture'), slow('slow.heic', 'image/heic'));
    await user.click(screen.getByRole('button', { name: 'Publish' }));

    await decode();

    await screen.findByText("HEIC pictures can't be opened. Please use JPEG or PNG.");
    expect(await screen.findByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'false');
    expect(requests).toHaveLength(0);
  });

  it('and is removed in the meantime: does not reappear', async () => {
    const { user, decode } = await openForm();
    await user.upload(
      screen.getByLabelText('Add a picture'),
      new File([PNG], 'a.png', { type: 'image/png' }),
    );
    await user.upload(await screen.findByLabelText('Replace picture'), slow());

    await user.click(screen.getByRole('button', { name: 'Remove picture' }));
    await decode();
    // Takes longer than the remaining work for the removed picture.
    await user.upload(
      await screen.findByLabelText('Add a picture'),
      new File([PNG], 'b.heic', { type: 'image/heic' }),
    );
    await screen.findByText("HEIC pictures can't be opened. Please use JPEG or PNG.");

    expect(screen.getByLabelText('Add a picture')).toBeInTheDocument();
  });
});
