import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { createDraftDevice } from '../../../stores/story-draft/draft-device.ts';
import { createRecord, toFields } from '../../../stores/story-draft/draft-record.ts';
import { saveResumeMarker } from '../../../stores/story-draft/resume-marker.ts';
import { listDrafts, stopSavers } from '../../../stores/story-draft/story-drafts.ts';
import { buildDraft, buildError, buildPost, buildSavedPost, buildUser } from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn, signOut } from '../../../testing/server.ts';

vi.mock('./story-editor.tsx', () => import('../../../testing/plain-story-editor.tsx'));

const KEY = '0a0a0a0a-1111-4222-8333-444444444444';
const HOUR_MS = 60 * 60_000;

function buildStoredDraft() {
  return buildDraft({
    key: KEY,
    blogTitle: 'घाट',
    blogHtml: '<p>सुबह</p>',
    version: 4,
    updatedAt: new Date(Date.now() - 2.5 * HOUR_MS).toISOString(),
  });
}

/** Simulates a tab that ended without running any handler, and a restart of the app. */
function restartApp(): void {
  stopSavers();
  cleanup();
  sessionStorage.clear();
  useAuthStore.setState(useAuthStore.getInitialState(), true);
}

describe('PostForm: drafts', () => {
  it('with a draft on the server: opens empty and offers to continue it', async () => {
    signIn(buildUser());
    const draft = buildStoredDraft();
    mockResponse('get', '/api/drafts', { drafts: [draft], nextCursor: null });
    mockResponse('get', '/api/drafts/:key', { draft });
    const saves = mockResponse('put', '/api/drafts/:key', { draft: { ...draft, version: 5 } });
    const user = renderApp('/add-posts');
    const link = await screen.findByRole('link', { name: 'Continue “घाट” (last edited 2 hours ago)' });
    expect(screen.getByLabelText('Title')).toHaveValue('');

    await user.click(link);

    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(await screen.findByDisplayValue('घाट')).toBeVisible();
    expect(window.location.search).toBe(`?draft=${KEY}`);
    expect(await screen.findByLabelText('Your story')).toHaveValue('<p>सुबह</p>');
    fill(screen.getByLabelText('Title'), 'घाट पर');
    expect(screen.getByText('Saving…')).toBeVisible();
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(saves[0]?.body).toMatchObject({ blogTitle: 'घाट पर', version: 4 });
  });

  it('with Start a new story: hides the offer, and focuses the title', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/drafts', { drafts: [buildStoredDraft()], nextCursor: null });
    const user = renderApp('/add-posts');

    await user.click(await screen.findByRole('button', { name: 'Start a new story' }));

    expect(screen.queryByRole('link', { name: /^Continue/ })).not.toBeInTheDocument();
    expect(screen.getByLabelText('Title')).toHaveFocus();
  });

  it('after the tab was killed offline: offers what is stored on the device, only to its author', async () => {
    const me = buildUser();
    signIn(me);
    mockNetworkError('put', '/api/drafts/:key');
    mockNetworkError('get', '/api/drafts');
    mockNetworkError('get', '/api/drafts/:key');
    renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'कल सुबह');
    fill(await screen.findByLabelText('Your story'), '<p>पाँच बजे</p>');
    expect(await screen.findByText('Saved on this device')).toBeVisible();
    restartApp();

    signIn(buildUser());
    renderApp('/add-posts');
    await screen.findByLabelText('Title');
    await screen.findByLabelText('Your story');
    expect(screen.queryByText(/कल सुबह/)).not.toBeInTheDocument();
    restartApp();

    signIn(me);
    mockNetworkError('get', '/api/drafts');
    const user = renderApp('/add-posts');
    await user.click(await screen.findByRole('link', { name: /^Continue “कल सुबह”/ }));
    expect(await screen.findByDisplayValue('कल सुबह')).toBeVisible();
    expect(await screen.findByLabelText('Your story')).toHaveValue('<p>पाँच बजे</p>');
  });

  it('opened in another tab without a change: stays one draft', async () => {
    const me = buildUser();
    signIn(me);
    const record = { ...createRecord(me._id, { ...toFields(null), title: 'घाट' }, null), changedAt: 1 };
    const otherTab = createDraftDevice();
    await otherTab.put(record);
    const saves = mockResponse('put', '/api/drafts/:key', buildError('Down'), { status: 503 });
    mockNetworkError('get', '/api/drafts/:key');
    renderApp(`/add-posts?draft=${record.key}`);
    await screen.findByDisplayValue('घाट');
    await waitFor(() => expect(saves).toHaveLength(1), { timeout: 5_000 });

    await otherTab.put({ ...record, fields: { ...record.fields, title: 'घाट पर' }, changedAt: 2 });

    expect(await otherTab.list(me._id)).toMatchObject([{ key: record.key, fields: { title: 'घाट पर' } }]);
  });

  it('written just now on a device whose clock is an hour slow: is not an hour old', async () => {
    const me = buildUser();
    signIn(me);
    const headers = { Date: new Date(Date.now() + HOUR_MS).toUTCString() };
    mockResponse('get', '/api/auth/check-auth', me, { headers });
    mockNetworkError('put', '/api/drafts/:key');
    mockNetworkError('get', '/api/drafts');
    renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'कल सुबह');
    expect(await screen.findByText('Saved on this device')).toBeVisible();
    restartApp();

    renderApp('/add-posts');

    const link = await screen.findByRole('link', { name: 'Continue “कल सुबह” (last edited just now)' });
    expect(link).toBeVisible();
  });

  it('published: sends the key of the draft, which the server removes, and does not save it again', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me });
    signIn(me);
    const draft = buildStoredDraft();
    mockResponse('get', '/api/drafts/:key', { draft });
    const saves = mockResponse('put', '/api/drafts/:key', { draft });
    const removals = mockResponse('delete', '/api/drafts/:key', { message: 'Draft deleted' });
    const requests = mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    const user = renderApp(`/add-posts?draft=${KEY}`);
    fill(await screen.findByLabelText('Title'), 'घाट पर');
    await screen.findByLabelText('Your story');

    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText('Post created!')).toBeInTheDocument();
    expect(requests[0]?.body).toMatchObject({ draftKey: KEY, clientPostId: KEY.replaceAll('-', '') });
    await waitFor(async () => expect(await createDraftDevice().list(me._id)).toEqual([]));
    expect(removals).toHaveLength(0);
    expect(saves).toHaveLength(0);
  });

  it('changed while it is being published: keeps the changes as a draft of the published story, with its picture', async () => {
    const me = buildUser();
    const blogImage = '/media/story';
    const post = buildPost({ authorId: me, blogTitle: 'घाट', blogHtml: '<p>सुबह</p>', blogImage, version: 1 });
    signIn(me);
    mockResponse('get', '/api/drafts/:key', { draft: { ...buildStoredDraft(), blogImage: '/media/draft' } });
    let respond: () => void = () => undefined;
    const isReady = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const publish = async () => {
      await isReady;
      return buildSavedPost(post);
    };
    const requests = mockResponse('post', '/api/post/create-post', publish, { status: 201 });
    mockResponse('get', '/api/post/my-posts/:id', { post });
    const user = renderApp(`/add-posts?draft=${KEY}`);
    const editor = await screen.findByLabelText('Your story');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    fill(editor, '<p>सुबह और शाम</p>');
    const saves = mockResponse('put', '/api/drafts/:key', () => new Promise(() => undefined));
    mockError('get', '/api/drafts/:key', 404, 'Draft not found');

    respond();

    expect(await screen.findByText(/^What you wrote in the meantime/)).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit your story' })).toBeVisible();
    expect(await screen.findByLabelText('Your story')).toHaveValue('<p>सुबह और शाम</p>');
    await waitFor(() => expect(saves.length).toBeGreaterThan(0));
    expect(saves[0]?.body).toMatchObject({ postId: post._id, baseVersion: 1, version: 0, blogImage });
    expect(saves[0]?.url.pathname).not.toContain(KEY);
  });

  it('published with a picture that is already stored with the draft: does not upload it again', async () => {
    signIn(buildUser());
    const saved = buildDraft({ key: KEY, blogImage: '/media/saved' });
    const saves = mockResponse('put', '/api/drafts/:key', { draft: saved });
    const requests = mockError('post', '/api/post/create-post', 503, 'The database is unavailable');
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'घाट');
    fill(await screen.findByLabelText('Your story'), '<p>सुबह</p>');
    const picture = new File([new Uint8Array([1, 2, 3])], 'a.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText('Add a picture'), picture);
    await waitFor(() => expect(saves.at(-1)?.body).toHaveProperty('blogImage', 'data:image/png;base64,AQID'));
    expect(await screen.findByText('Saved')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Publish' }));

    await waitFor(() => expect(requests[0]?.body).toHaveProperty('blogImage', '/media/saved'));
  });

  it('published, but the response is lost: publishing again sends the same id', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/drafts/:key', { draft: buildStoredDraft() });
    mockNetworkError('post', '/api/post/create-post');
    mockError('put', '/api/drafts/:key', 404, 'Draft not found');
    const user = renderApp(`/add-posts?draft=${KEY}`);
    await screen.findByLabelText('Your story');
    fill(screen.getByLabelText('Title'), 'घाट पर');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('This draft was published or deleted somewhere else')).toBeVisible();

    const requests = mockError('post', '/api/post/create-post', 503, 'The database is unavailable');
    await user.click(screen.getByRole('button', { name: 'Publish' }));

    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.body).toMatchObject({ clientPostId: KEY.replaceAll('-', '') });
  });

  it('of a published story: is saved with its id, and offered when the story is edited again', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me, blogTitle: 'पुराना', version: 3 });
    signIn(me);
    mockResponse('get', '/api/post/my-posts/:id', { post });
    const draft = { ...buildStoredDraft(), blogTitle: 'बदला', postId: post._id };
    mockResponse('get', '/api/drafts', { drafts: [buildStoredDraft(), draft], nextCursor: null });
    mockResponse('get', '/api/drafts/:key', { draft });
    const saves = mockResponse('put', '/api/drafts/:key', { draft });
    const user = renderApp(`/add-posts?edit=${post._id}`);
    expect(await screen.findByDisplayValue('पुराना')).toBeVisible();

    await user.click(
      await screen.findByRole('link', { name: 'Continue your changes (last edited 2 hours ago)' }),
    );

    expect(await screen.findByDisplayValue('बदला')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Edit your story' })).toBeVisible();
    fill(screen.getByLabelText('Title'), 'फिर बदला');
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(saves[0]?.body).toMatchObject({ blogTitle: 'फिर बदला', postId: post._id, version: 4 });
  });

  it('rejected: shows where it is stored and why', async () => {
    signIn(buildUser());
    mockError('put', '/api/drafts/:key', 413, 'The picture must be at most 10 MB');
    renderApp('/add-posts');

    fill(await screen.findByLabelText('Title'), 'घाट');

    expect(await screen.findByText('Only on this device. The picture must be at most 10 MB')).toBeVisible();
  });

  it('left while neither the device nor the server can save it: warns that it will be lost', async () => {
    signIn(buildUser());
    mockNetworkError('put', '/api/drafts/:key');
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'घाट');
    expect(await screen.findByText('Not saved. Trying again…')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Cancel' }));

    const dialog = await screen.findByRole('dialog', { name: 'Unsaved changes' });
    expect(dialog).toHaveTextContent('You have unsaved changes. Leave without saving them?');
    await user.click(screen.getByRole('button', { name: 'Keep writing' }));
    expect(screen.getByLabelText('Title')).toHaveValue('घाट');
  });

  it('changed elsewhere: shows both texts and does not publish before one is chosen', async () => {
    signIn(buildUser());
    const draft = buildStoredDraft();
    mockResponse('get', '/api/drafts/:key', { draft });
    const user = renderApp(`/add-posts?draft=${KEY}`);
    await screen.findByLabelText('Your story');
    const other = { ...draft, blogTitle: 'दूसरा', blogHtml: '<p>दूसरी सुबह</p>', version: 9 };
    mockResponse('get', '/api/drafts/:key', { draft: other });
    mockError('put', '/api/drafts/:key', 409, 'This draft was changed elsewhere');
    fill(screen.getByLabelText('Title'), 'मेरा');
    expect(await screen.findByRole('region', { name: 'Written here' })).toHaveTextContent('मेरा');
    expect(screen.getByRole('region', { name: 'Written elsewhere' })).toHaveTextContent('दूसरी सुबह');

    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('First choose which text to keep.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use the other text' }));

    expect(screen.getByLabelText('Title')).toHaveValue('दूसरा');
    expect(await screen.findByLabelText('Your story')).toHaveValue('<p>दूसरी सुबह</p>');
    expect(screen.queryByRole('region', { name: 'Written here' })).not.toBeInTheDocument();
    expect(screen.getByLabelText('Title')).toHaveFocus();
    expect(await screen.findByText('The form now has the other text')).toBeInTheDocument();
  });

  it.each([
    ['changed elsewhere', false],
    ['of an unpublished story', true],
  ])('%s, and left with all text removed: is not deleted on the server', async (_case, isUnpublished) => {
    signIn(buildUser());
    const draft = { ...buildStoredDraft(), isUnpublished, ...(isUnpublished && { postId: buildPost()._id }) };
    mockResponse('get', '/api/drafts/:key', { draft });
    const removals = mockResponse('delete', '/api/drafts/:key', { message: 'Draft deleted' });
    const user = renderApp(`/add-posts?draft=${KEY}`);
    fill(await screen.findByLabelText('Your story'), '');
    if (isUnpublished) mockResponse('put', '/api/drafts/:key', { draft: { ...draft, version: 5 } });
    else mockError('put', '/api/drafts/:key', 409, 'This draft was changed elsewhere');
    fill(screen.getByLabelText('Title'), '');
    if (isUnpublished) expect(await screen.findByText('Saved')).toBeVisible();
    else expect(await screen.findByRole('region', { name: 'Written here' })).toBeVisible();

    await user.click(screen.getByRole('link', { name: 'Safarnama, home' }));

    await waitFor(() => expect(screen.queryByLabelText('Title')).not.toBeInTheDocument());
    await listDrafts(useAuthStore.getState().user?._id ?? '');
    expect(removals).toHaveLength(0);
  });

  it('with a picture that the other text lacks: shows it in the comparison', async () => {
    signIn(buildUser());
    const picture = '<figure><img src="/media/k" alt="नाव"></figure>';
    const draft = {
      ...buildStoredDraft(),
      blogHtml: `<p>सुबह</p>${picture}<figure data-upload="a1"><img alt=""></figure>`,
    };
    mockResponse('get', '/api/drafts/:key', { draft });
    renderApp(`/add-posts?draft=${KEY}`);
    await screen.findByLabelText('Your story');
    const other = { ...draft, blogHtml: '<p>सुबह</p>', version: 9 };
    mockResponse('get', '/api/drafts/:key', { draft: other });
    mockError('put', '/api/drafts/:key', 409, 'This draft was changed elsewhere');

    fill(screen.getByLabelText('Location'), 'काशी');

    const own = await screen.findByRole('region', { name: 'Written here' });
    expect(own).toHaveTextContent('सुबह [Picture: नाव] [Picture]');
    expect(screen.getByRole('region', { name: 'Written elsewhere' })).not.toHaveTextContent('[Picture');
  });

  it('kept as a new draft after it was removed elsewhere: has the URL of the new draft', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/drafts/:key', { draft: buildStoredDraft() });
    const user = renderApp(`/add-posts?draft=${KEY}`);
    await screen.findByLabelText('Your story');
    mockError('put', '/api/drafts/:key', 404, 'Draft not found');
    fill(screen.getByLabelText('Title'), 'घाट पर');
    const keep = await screen.findByRole('button', { name: 'Keep it as a new draft' });
    const saves = mockResponse('put', '/api/drafts/:key', { draft: buildStoredDraft() });

    await user.click(keep);

    await waitFor(() => expect(saves).toHaveLength(1));
    const newKey = saves[0]?.url.pathname.split('/').at(-1);
    expect(newKey).not.toBe(KEY);
    expect(window.location.search).toBe(`?draft=${newKey}`);
    expect(screen.getByLabelText('Title')).toHaveValue('घाट पर');
    expect(screen.getByLabelText('Title')).toHaveFocus();
    expect(await screen.findByText('Kept as a new draft')).toBeInTheDocument();
  });

  it('kept as a new draft, and then without a session: is opened again after sign-in', async () => {
    const me = buildUser();
    signIn(me);
    mockResponse('get', '/api/drafts/:key', { draft: buildStoredDraft() });
    const user = renderApp(`/add-posts?draft=${KEY}`);
    await screen.findByLabelText('Your story');
    mockError('put', '/api/drafts/:key', 404, 'Draft not found');
    mockError('get', '/api/drafts/:key', 404, 'Draft not found');
    fill(screen.getByLabelText('Title'), 'घाट पर');
    const keep = await screen.findByRole('button', { name: 'Keep it as a new draft' });
    signOut();
    mockError('put', '/api/drafts/:key', 401, 'Not Authenticated.', 'not_authenticated');

    await user.click(keep);
    await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' });
    mockResponse('put', '/api/drafts/:key', () => new Promise(() => undefined));
    mockResponse('post', '/api/auth/login', me);
    mockResponse('get', '/api/auth/check-auth', me);
    fill(screen.getByLabelText('Email'), me.email);
    fill(screen.getByLabelText('Password'), 'correct-horse');
    await user.type(screen.getByLabelText('Password'), '{Enter}');

    expect(await screen.findByLabelText('Title')).toHaveValue('घाट पर');
    expect(window.location.search).not.toContain(KEY);
  });

  it('published on another device, with a change here: lets the author choose, and updates the story', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me, blogTitle: 'घाट', blogHtml: '<p>शाम</p>', version: 2 });
    signIn(me);
    mockResponse('get', '/api/drafts/:key', { draft: buildStoredDraft() });
    mockResponse('get', '/api/post/my-posts/:id', { post });
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    const user = renderApp(`/add-posts?draft=${KEY}`);
    await screen.findByLabelText('Your story');
    const missing = { ...buildError('Draft not found'), postId: post._id };
    mockResponse('get', '/api/drafts/:key', missing, { status: 404 });
    mockError('put', `/api/drafts/${KEY}`, 404, 'Draft not found');
    fill(screen.getByLabelText('Title'), 'घाट पर');

    await user.click(
      await screen.findByRole('button', { name: 'Keep what I wrote here' }, { timeout: 5_000 }),
    );
    const updates = mockResponse('put', '/api/post/update-post/:id', buildSavedPost(post));
    await user.click(screen.getByRole('button', { name: 'Publish' }));

    await waitFor(() => expect(updates).toHaveLength(1));
    expect(updates[0]?.url.pathname).toContain(post._id);
    expect(updates[0]?.body).toMatchObject({ blogTitle: 'घाट पर', version: 2 });
  });

  it('reloaded and left: New Post opens an empty form', async () => {
    const me = buildUser();
    signIn(me);
    mockResponse('get', '/api/drafts/:key', { draft: buildStoredDraft() });
    saveResumeMarker({ userId: me._id, formKey: 'new', draftKey: KEY });
    const user = renderApp(`/add-posts?draft=${KEY}`);
    await screen.findByDisplayValue('घाट');

    await user.click(screen.getByRole('link', { name: 'New Post' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));

    await waitFor(() => expect(window.location.search).toBe(''));
    expect(await screen.findByLabelText('Title')).toHaveValue('');
  });

  it('with the key of a draft that no longer exists: shows a message', async () => {
    signIn(buildUser());

    renderApp(`/add-posts?draft=${KEY}`);

    expect(await screen.findByText('This draft was published or deleted.')).toBeVisible();
  });
});
