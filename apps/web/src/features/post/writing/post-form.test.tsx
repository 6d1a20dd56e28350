import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { buildPlaceHit, buildPost, buildSavedPost, buildUser } from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn, signOut } from '../../../testing/server.ts';

vi.mock('./story-editor.tsx', () => import('../../../testing/plain-story-editor.tsx'));
// As in the tests of the preview, which share its module.
vi.mock('./preview-frame.tsx', () => ({ PreviewFrame: (props: { children: ReactNode }) => props.children }));

const picture = () => new File([new Uint8Array([1, 2, 3])], 'a.png', { type: 'image/png' });

function respondWithStory(post: ReturnType<typeof buildPost>): void {
  mockResponse('get', '/api/post/getpost/:slug', { post });
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
}

function withAnyDraftVersion(body: unknown) {
  return { ...(body as object), draftVersion: expect.any(Number) };
}

describe('PostForm: a new story', () => {
  it('without a title or text: shows the error and sends nothing', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');

    // The lazy page script takes long to load on a busy machine.
    fill(await screen.findByLabelText('Title'), 'शीर्षक');
    fill(await screen.findByLabelText('Your story'), '<p> &nbsp;</p>');
    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText('Title and content are required.')).toBeInTheDocument();
    expect(screen.getByText('Your story needs some text.')).toBeVisible();
    expect(screen.getByLabelText('Title')).toBeValid();
  });

  it('with a text over the limit: shows by how much and sends nothing', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    const title = await screen.findByLabelText('Title');
    fill(title, '👨‍👩‍👧‍👦'.repeat(28));
    expect(screen.getByText('4 characters left')).toBeVisible();
    fill(title, 'அ'.repeat(203));
    fill(await screen.findByLabelText('Your story'), `<p>${'நதி'.repeat(12_000)}</p>`);
    expect(await screen.findByText('9 kB too long (limit 100 kB)')).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText('Title must be at most 200 characters')).toBeInTheDocument();
    expect(title).toHaveAccessibleDescription('3 characters too long (limit 200)');
    expect(title).toHaveFocus();
  });

  it('with too many pictures in the text, such as pasted ones: shows the limit and sends nothing', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'घाट');
    const figures = '<figure><img src="/media/k" alt=""></figure>'.repeat(31);
    fill(await screen.findByLabelText('Your story'), `<p>भोर</p>${figures}`);

    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findAllByText('A story can have at most 30 pictures')).toHaveLength(2);
  });

  it('complete: sends picture, plain text and markup, and opens the story', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me, blogTitle: 'নৌকা' });
    signIn(me);
    respondWithStory(post);
    mockNetworkError('put', '/api/drafts/:key');
    const requests = mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });
    const user = renderApp('/add-posts');

    fill(await screen.findByLabelText('Title'), '  নৌকা ');
    fill(await screen.findByLabelText('Your story'), '<p>নদী</p><p>ভোর</p>');
    await user.upload(screen.getByLabelText('Add a picture'), picture());
    fill(await screen.findByLabelText('Describe the picture'), 'নৌকা ঘাটে');
    fill(screen.getByLabelText('Location'), 'কলকাতা');
    expect(await screen.findByText('2 words · 1 min read')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText('Post created!')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1, name: 'নৌকা' })).toBeVisible();
    expect(requests[0]?.body).toEqual({
      blogTitle: 'নৌকা',
      blogContent: 'নদী\n\nভোর',
      blogHtml: '<p>নদী</p><p>ভোর</p>',
      blogImage: 'data:image/png;base64,AQID',
      blogImageAlt: 'নৌকা ঘাটে',
      blogLocation: 'কলকাতা',
      visitedOn: null,
      visibility: 'members',
      clientPostId: expect.stringMatching(/^[0-9a-f]{32}$/),
      draftVersion: 0,
      draftKey: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    });
  });

  it('after a failed save: keeps all values and retries with the same id', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me });
    signIn(me);
    respondWithStory(post);
    // On plain HTTP beyond localhost, browsers have no randomUUID.
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const failedRequests = mockResponse('post', '/api/post/create-post', {}, { status: 504 });
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'மழை');
    fill(await screen.findByLabelText('Your story'), '<p>மழை</p>');

    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Post Creation Failed')).toBeInTheDocument();
    expect(screen.getByLabelText('Title')).toHaveValue('மழை');
    const requests = mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });
    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText('Post created!')).toBeInTheDocument();
    // The draft may have been saved between the attempts.
    expect(requests[0]?.body).toEqual(withAnyDraftVersion(failedRequests[0]?.body));
    expect(requests[0]?.body).toHaveProperty('clientPostId', expect.stringMatching(/^[0-9a-f]{32}$/));
  });

  it('while the server is too busy for the picture: shows the message, keeps the picture and sends it on the next attempt', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me });
    signIn(me);
    respondWithStory(post);
    mockNetworkError('put', '/api/drafts/:key');
    const busyMessage = 'The server is too busy to read the picture. Please try again in a moment.';
    const failedRequests = mockError('post', '/api/post/create-post', 503, busyMessage, 'busy');
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'মেঘ');
    fill(await screen.findByLabelText('Your story'), '<p>মেঘ</p>');
    await user.upload(screen.getByLabelText('Add a picture'), picture());
    await screen.findByRole('img', { name: 'Preview' });

    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText(busyMessage)).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Preview' })).toBeVisible();
    const retries = mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });
    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText('Post created!')).toBeInTheDocument();
    expect(failedRequests[0]?.body).toMatchObject({ blogImage: 'data:image/png;base64,AQID' });
    expect(retries.map(({ body }) => body)).toEqual(
      failedRequests.map(({ body }) => withAnyDraftVersion(body)),
    );
  });

  it('with Ctrl+Enter pressed twice: publishes once and disables the button until then', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me });
    signIn(me);
    respondWithStory(post);
    let sendResponse: (() => void) | undefined;
    const responseReady = new Promise<void>((resolve) => {
      sendResponse = resolve;
    });
    const requests = mockResponse(
      'post',
      '/api/post/create-post',
      async () => {
        await responseReady;
        return buildSavedPost(post);
      },
      { status: 201 },
    );
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'மழை');
    const story = await screen.findByLabelText('Your story');
    fill(story, '<p>மழை</p>');
    story.focus();

    await user.keyboard('{Control>}{Enter}{Enter}{/Control}');

    expect(screen.getByRole('button', { name: 'Publishing…' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('progressbar', { name: 'Uploading your story' })).toBeInTheDocument();
    sendResponse?.();
    expect(await screen.findByText('Post created!')).toBeInTheDocument();
    expect(requests).toHaveLength(1);
  });

  it('with Enter in a single-line field or a choice: stays in the form and publishes nothing', async () => {
    signIn(buildUser());
    mockNetworkError('put', '/api/drafts/:key');
    mockResponse('get', '/api/place/search', { places: [buildPlaceHit()] });
    const requests = mockError('post', '/api/post/create-post', 503, 'The database is unavailable');
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'मेघ');
    fill(await screen.findByLabelText('Your story'), '<p>मेघ</p>');
    await user.upload(screen.getByLabelText('Add a picture'), picture());
    // The focus moves there from the button that adds a picture, in the next frame.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Replace picture' })).toHaveFocus());
    const location = screen.getByLabelText('Location');

    await user.type(location, 'banar');
    await screen.findByRole('listbox', { name: 'Places' });
    await user.keyboard('{Enter}');
    await user.type(await screen.findByLabelText('Describe the picture'), 'नाव{Enter}');
    await user.type(screen.getByLabelText('Date of the visit'), '2024-03-12{Enter}');
    await user.click(screen.getByRole('radio', { name: /Everyone/ }));
    await user.keyboard('{Enter}');

    expect(screen.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'false');
    expect(requests).toHaveLength(0);
    expect(location).toHaveValue('banar');
  });

  it('after a failure without a message: shows Operation failed.', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'মেঘ');
    fill(await screen.findByLabelText('Your story'), '<p>মেঘ</p>');
    act(() => useBlogStore.setState({ createPost: async () => null }));

    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText('Operation failed.')).toBeInTheDocument();
    expect(screen.getByLabelText('Title')).toHaveValue('মেঘ');
    useBlogStore.setState({ createPost: useBlogStore.getInitialState().createPost });
  });

  it('left with unsaved text, by a link or by Back: asks, then keeps the text or leaves', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });
    const user = renderApp('/my-posts');
    await user.click(await screen.findByRole('link', { name: 'New Post' }));
    const title = await screen.findByLabelText('Title');
    fill(title, 'अधूरा');

    await user.click(screen.getByRole('link', { name: 'Safarnama, home' }));
    await user.click(await screen.findByRole('button', { name: 'Keep writing' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(title).toHaveValue('अधूरा');

    act(() => window.history.back());
    await screen.findByRole('dialog', { name: 'Leave your story?' });
    await waitFor(() => expect(window.location.pathname).toBe('/add-posts'));
    expect(title).toBeInTheDocument();
    const unload = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);

    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'My Posts' })).toBeVisible();
  });

  it('left by Back after its hash was edited: asks first, and keeps its URL', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });
    const user = renderApp('/my-posts');
    await user.click(await screen.findByRole('link', { name: 'Safarnama, home' }));
    await user.click(await screen.findByRole('link', { name: 'New Post' }));
    const title = await screen.findByLabelText('Title');
    // The browser adds an entry without the router's index.
    act(() => {
      window.location.hash = 'main';
    });
    fill(title, 'अधूरा');

    act(() => window.history.back());
    await waitFor(() => expect(window.location.hash).toBe(''));
    act(() => window.history.back());
    await screen.findByRole('dialog', { name: 'Leave your story?' });

    await waitFor(() => expect(window.location.pathname).toBe('/add-posts'));
    expect(title).toBeInTheDocument();
  });

  it('cancelled: goes back, or home when the tab was opened on this page', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    const user = renderApp('/my-posts');
    await user.click(await screen.findByRole('link', { name: 'New Post' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'My Posts' })).toBeVisible();

    cleanup();
    const secondUser = renderApp('/add-posts');
    await secondUser.click(await screen.findByRole('button', { name: 'Cancel' }));

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    expect(window.location.pathname).toBe('/');
  });

  it('with a picture pasted or dropped: uses it; with another file: shows the error', async () => {
    signIn(buildUser());
    renderApp('/add-posts');
    const title = await screen.findByLabelText('Title');

    fireEvent.paste(title, { clipboardData: { files: [picture()], getData: () => '' } });
    expect(await screen.findByRole('img', { name: 'Preview' })).toHaveAttribute(
      'src',
      'data:image/png;base64,AQID',
    );
    expect(screen.getByText('3 bytes')).toBeVisible();
    fireEvent.drop(title, {
      dataTransfer: {
        types: ['Files'],
        files: [new File([new Uint8Array([9])], 'b.png', { type: 'image/png' })],
      },
    });
    expect(await screen.findByText('1 byte')).toBeVisible();
    fireEvent.drop(title, {
      dataTransfer: { types: ['Files'], files: [new File(['x'], 'photo.heic')] },
    });
    expect(
      await screen.findByText("HEIC pictures can't be opened. Please use JPEG or PNG."),
    ).toBeInTheDocument();
    expect(screen.getByText('1 byte')).toBeVisible();
  });

  it('with a picture pasted or dropped while a dialog is open: ignores it', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'घाट');
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    const dialog = await screen.findByRole('dialog');
    const dataTransfer = { types: ['Files'], files: [picture()] };

    fireEvent.paste(dialog, { clipboardData: { files: [picture()], getData: () => '' } });
    fireEvent.dragOver(dialog, { dataTransfer });
    expect(screen.queryByText('Drop the picture to add it to your story')).not.toBeInTheDocument();
    fireEvent.drop(dialog, { dataTransfer });

    expect(screen.queryByText('Getting the picture ready…')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Add a picture')).toBeInTheDocument();
  });

  it('with text dragged over the button that adds a picture: does not highlight it', async () => {
    signIn(buildUser());
    renderApp('/add-posts');
    const button = await screen.findByRole('button', { name: /^Add a picture/ });

    fireEvent.dragOver(button, { dataTransfer: { types: ['text/plain'], files: [] } });

    expect(button).not.toHaveClass('!border-indigo');
  });

  it('with a picture dragged from one part of its button to another: still highlights it, until it leaves', async () => {
    signIn(buildUser());
    renderApp('/add-posts');
    const button = await screen.findByRole('button', { name: /^Add a picture/ });
    fireEvent.dragOver(button, { dataTransfer: { types: ['Files'], files: [] } });

    // jsdom has no DragEvent, so `fireEvent.dragLeave` would ignore `relatedTarget`.
    const leaveTo = (relatedTarget: Element | null) =>
      fireEvent(button, new MouseEvent('dragleave', { bubbles: true, relatedTarget }));

    leaveTo(button.firstElementChild);
    expect(button).toHaveClass('!border-indigo');

    leaveTo(document.body);
    expect(button).not.toHaveClass('!border-indigo');
  });

  it('with a picture dropped on its button: uses it once, and the button is no longer highlighted', async () => {
    signIn(buildUser());
    renderApp('/add-posts');
    const button = await screen.findByRole('button', { name: /^Add a picture/ });
    const dataTransfer = { types: ['Files'], files: [picture()] };
    fireEvent.dragOver(button, { dataTransfer });
    expect(button).toHaveClass('!border-indigo');

    fireEvent.drop(button, { dataTransfer: { ...dataTransfer, files: [new File(['x'], 'a.txt')] } });

    expect(button).not.toHaveClass('!border-indigo');
    expect(await screen.findAllByText('Only image files are allowed')).toHaveLength(1);
  });

  it('when the session expires: restores the form after sign-in', async () => {
    const me = buildUser();
    signIn(me);
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'নদী');
    fill(await screen.findByLabelText('Your story'), '<p>ভোর</p>');
    signOut();
    const failedRequests = mockError('post', '/api/post/create-post', 401, 'Not Authenticated.');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' });
    expect(screen.getByText(/^Your session expired\./)).toBeVisible();
    expect(screen.queryByText('Not Authenticated.')).not.toBeInTheDocument();

    mockResponse('post', '/api/auth/login', me);
    mockResponse('get', '/api/auth/check-auth', me);
    fill(screen.getByLabelText('Email'), me.email);
    fill(screen.getByLabelText('Password'), 'correct-horse');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));

    expect(await screen.findByLabelText('Title')).toHaveValue('নদী');
    expect(await screen.findByLabelText('Your story')).toHaveValue('<p>ভোর</p>');
    const retries = mockError('post', '/api/post/create-post', 503, 'The database is unavailable');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('The database is unavailable')).toBeInTheDocument();
    // Includes the id, because the first attempt may have been stored.
    expect(retries[0]?.body).toEqual(withAnyDraftVersion(failedRequests[0]?.body));
  });

  it('with a picture added and removed: focuses the button that replaces the pressed one', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');

    await user.upload(await screen.findByLabelText('Add a picture'), picture());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Replace picture' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Remove picture' }));

    await waitFor(() => expect(screen.getByRole('button', { name: /^Add a picture/ })).toHaveFocus());
  });

  it('with a picture removed, then a text file picked: shows the error', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    const input = await screen.findByLabelText('Add a picture');
    await user.upload(input, picture());
    await user.click(await screen.findByRole('button', { name: 'Remove picture' }));
    expect(await screen.findByLabelText('Add a picture')).toBeInTheDocument();

    fireEvent.change(screen.getByLabelText('Add a picture'), {
      target: { files: [new File(['x'], 'a.txt', { type: 'text/plain' })] },
    });

    expect(await screen.findByText('Only image files are allowed')).toBeInTheDocument();
  });
});

describe('PostForm: editing', () => {
  it('with only the id in the URL: loads the user’s own story', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me, blogTitle: 'पुराना', blogImage: '/media/k' });
    signIn(me);
    respondWithStory(post);
    mockResponse('get', `/api/post/my-posts/${post._id}`, { post });
    const requests = mockResponse(
      'put',
      '/api/post/update-post/:id',
      buildSavedPost({ ...post, blogTitle: 'नया' }),
    );
    const user = renderApp(`/add-posts?edit=${post._id}`);
    const title = await screen.findByDisplayValue('पुराना');

    fill(title, 'नया');
    await user.click(screen.getByRole('button', { name: 'Update story' }));

    expect(await screen.findByText('Post updated!')).toBeInTheDocument();
    expect(requests[0]?.body).toMatchObject({
      blogTitle: 'नया',
      blogImage: '/media/k',
      blogHtml: post.blogHtml,
    });
    expect(requests[0]?.url.pathname).toBe(`/api/post/update-post/${post._id}`);
  });

  it('of a story whose card shows the first picture of its text: shows no picture as chosen', async () => {
    const me = buildUser();
    const url = '/media/k';
    const meta = { width: 4, height: 3, thumbhash: 'AQID' };
    const pictures = [{ key: 'k', url, alt: 'नाव', caption: '', ...meta }];
    signIn(me);
    renderApp('/add-posts', {
      post: buildPost({ authorId: me, blogImage: url, blogImageAlt: 'नाव', blogImageMeta: meta, pictures }),
    });

    expect(await screen.findByLabelText('Add a picture')).toBeInTheDocument();
    expect(screen.queryByLabelText('Describe the picture')).not.toBeInTheDocument();
  });

  it('with the stored picture replaced before it is loaded, by a broken one: shows the stored one again', async () => {
    const me = buildUser();
    signIn(me);
    const user = renderApp('/add-posts', { post: buildPost({ authorId: me, blogImage: '/media/k' }) });
    const shown = () => screen.getByRole('img', { name: 'Preview' });
    await user.upload(await screen.findByLabelText('Replace picture'), picture());
    await waitFor(() => expect(shown()).toHaveAttribute('src', 'data:image/png;base64,AQID'));

    fireEvent.error(shown());

    expect(
      await screen.findByText("This picture couldn't be opened. Please try a JPEG or PNG."),
    ).toBeInTheDocument();
    expect(shown()).toHaveAttribute('src', expect.stringContaining('/media/k'));
  });

  it('with a post in the route state: uses it', async () => {
    const me = buildUser();
    signIn(me);

    renderApp('/add-posts', { post: buildPost({ authorId: me, blogTitle: 'हाथ में' }) });

    expect(await screen.findByDisplayValue('हाथ में')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Edit your story' })).toBeVisible();
  });

  it('reloaded with an outdated post in the route state: shows the current one', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me, blogTitle: 'पुराना' });
    signIn(me);
    mockResponse('get', `/api/post/my-posts/${post._id}`, { post: { ...post, blogTitle: 'नया' } });

    renderApp(`/add-posts?edit=${post._id}`, { post });

    expect(await screen.findByDisplayValue('नया')).toBeVisible();
  });

  it('reloaded while the server fails: shows the post in the route state', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me, blogTitle: 'पुराना' });
    signIn(me);
    mockError('get', `/api/post/my-posts/${post._id}`, 500, 'Operation failed.');

    renderApp(`/add-posts?edit=${post._id}`, { post });

    expect(await screen.findByDisplayValue('पुराना')).toBeVisible();
  });

  it('cancelled in a tab that was opened on this page: opens the story', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me, blogTitle: 'ঘাট' });
    signIn(me);
    respondWithStory(post);
    const user = renderApp('/add-posts', { post });

    await user.click(await screen.findByRole('button', { name: 'Cancel' }));

    expect(await screen.findByRole('button', { name: 'Delete Post' })).toBeVisible();
    expect(window.location.pathname).toBe(`/post/${encodeURIComponent(post.slug)}`);
  });

  it('with the id of a story by another author: shows Post not found.', async () => {
    signIn(buildUser());
    mockError('get', '/api/post/my-posts/:id', 403, 'Only the writer can edit this story');

    renderApp('/add-posts?edit=000000000000000000000abc');

    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Post not found.'));
  });
});
