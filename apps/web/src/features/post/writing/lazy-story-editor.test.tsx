import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { buildPost, buildSavedPost, buildUser } from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { StoryEditor as PlainStoryEditor } from '../../../testing/plain-story-editor.tsx';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockResponse, signIn } from '../../../testing/server.ts';

const deployment = vi.hoisted(() => ({ isEditorMissing: false, reloads: 0 }));

// Simulates an editor script that is missing after a deploy. Otherwise a plain field replaces the editor.
vi.mock('./story-editor.tsx', () => ({
  get StoryEditor() {
    if (deployment.isEditorMissing) throw new TypeError('Failed to fetch dynamically imported module');
    return PlainStoryEditor;
  },
}));
const PICTURE = 'data:image/png;base64,AQID';
const picture = () => new File([new Uint8Array([1, 2, 3])], 'a.png', { type: 'image/png' });
const findMissingNotice = () => screen.findByText(/^The editor couldn't be loaded/);

/** Clicks Reload, then renders the page again, with the editor available. */
async function reload(path: string, state: unknown = null): Promise<void> {
  const before = deployment.reloads;
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(deployment.reloads).toBe(before + 1));
  const unload = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(false);
  cleanup();
  useAuthStore.setState(useAuthStore.getInitialState(), true);
  deployment.isEditorMissing = false;
  renderApp(path, state);
}

describe('LazyStoryEditor: a script that is missing', () => {
  beforeEach(() => {
    deployment.isEditorMissing = true;
    sessionStorage.clear();
    // jsdom cannot reload a page.
    const reload = () => {
      deployment.reloads += 1;
    };
    const real = window.location;
    const get = (_location: object, key: string | symbol) =>
      key === 'reload' ? reload : Reflect.get(real, key, real);
    vi.stubGlobal('location', new Proxy({}, { get }));
  });

  it('while a title is typed: replaces only the editor, and a reload restores all values', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    const title = await screen.findByLabelText('Title');
    fill(title, 'घाट');

    await findMissingNotice();
    expect(title).toBeInTheDocument();
    fill(title, 'घाट पर सुबह');
    await user.upload(screen.getByLabelText('Add a picture'), picture());
    fill(await screen.findByLabelText('Describe the picture'), 'নৌকা');
    fill(screen.getByLabelText('Location'), 'வாரணாசி');
    await reload('/add-posts');

    expect(await screen.findByLabelText('Title')).toHaveValue('घाट पर सुबह');
    expect(screen.getByLabelText('Location')).toHaveValue('வாரணாசி');
    expect(await screen.findByRole('img', { name: 'নৌকা' })).toHaveAttribute('src', PICTURE);
    expect(screen.getByLabelText('Describe the picture')).toHaveValue('নৌকা');
    expect(await screen.findByLabelText('Your story')).toHaveValue('');
    // The stash is cleared once the form has restored it.
    expect(sessionStorage).toHaveLength(0);
  });

  it('loaded by a retry: appears in the same form', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    const title = await screen.findByLabelText('Title');
    fill(title, 'মেঘ');
    await findMissingNotice();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('main')).toHaveFocus();
    const notice = within((await findMissingNotice()).parentElement as HTMLElement);

    deployment.isEditorMissing = false;
    await user.click(notice.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByLabelText('Your story')).toBeVisible();
    expect(title).toHaveValue('মেঘ');
    expect(screen.queryByRole('button', { name: 'Reload' })).not.toBeInTheDocument();
  });

  it('while a story is edited: a reload restores the change once, and the story can be saved without the editor', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me, blogTitle: 'पुराना', blogImage: '/media/k' });
    signIn(me);
    const requests = mockResponse('put', '/api/post/update-post/:id', buildSavedPost(post));
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    const user = renderApp('/add-posts', { post });
    await findMissingNotice();
    fill(screen.getByLabelText('Title'), 'नया');
    await reload('/add-posts', { post });
    expect(await screen.findByLabelText('Title')).toHaveValue('नया');
    expect(await screen.findByLabelText('Your story')).toHaveValue(post.blogHtml);
    expect(screen.getByRole('img', { name: 'Preview' })).toHaveAttribute(
      'src',
      expect.stringMatching('/media/k'),
    );

    cleanup();
    deployment.isEditorMissing = true;
    renderApp('/add-posts', { post });
    await findMissingNotice();
    expect(screen.getByLabelText('Title')).toHaveValue('पुराना');
    fill(screen.getByLabelText('Title'), 'और नया');
    await user.click(screen.getByRole('button', { name: 'Update story' }));
    expect(await screen.findByText('Post updated!')).toBeInTheDocument();
    expect(requests[0]?.body).toMatchObject({ blogTitle: 'और नया', blogHtml: post.blogHtml });
  });

  it.each([
    ['another user', false, '/add-posts', null],
    ['another form', true, '/add-posts', { post: buildPost({ blogTitle: 'ताल' }) }],
  ])('after the reload: %s does not get the values', async (_circumstance, isSame, path, state) => {
    const me = buildUser();
    signIn(me);
    renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'मेरा');
    await findMissingNotice();
    signIn(isSame ? me : buildUser());

    await reload(path, state);

    expect(await screen.findByLabelText('Title')).toHaveValue(state?.post.blogTitle ?? '');
  });

  it('without storage: the browser warns before it reloads the page', async () => {
    signIn(buildUser());
    renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'मेरा');
    await findMissingNotice();
    const before = deployment.reloads;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });

    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));

    await waitFor(() => expect(deployment.reloads).toBe(before + 1));
    const unload = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);
  });
});
