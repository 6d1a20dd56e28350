import type { DraftInput } from '@safarnama/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../../i18n/strings.ts';
import { createDraftDevice } from '../../../stores/story-draft/draft-device.ts';
import { createRecord, type DraftRecord, toFields } from '../../../stores/story-draft/draft-record.ts';
import { buildDraft, buildError, buildPost, buildSavedPost, buildUser } from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn } from '../../../testing/server.ts';

vi.mock('./story-editor.tsx', () => import('../../../testing/plain-story-editor.tsx'));

const KEY = '0a0a0a0a-1111-4222-8333-444444444444';
const LOST_PICTURE = 'Your picture is no longer available. Add it again, or choose another one.';

/** Stores a draft on the device whose card picture the server no longer has. */
async function storeDraftWithoutPicture(record: DraftRecord): Promise<DraftRecord> {
  const fields = { ...record.fields, title: 'मेरा', html: '<p>शाम</p>', lostPicture: '/media/old' };
  const draft = { ...record, fields, version: 1, changedAt: 1 };
  await createDraftDevice().put(draft);
  return draft;
}

function mockStoryPage(post = buildPost()): void {
  mockResponse('get', '/api/post/getpost/:slug', { post });
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
  mockResponse('get', '/api/post/by-author/:userId', { posts: [], nextCursor: null, author: post.authorId });
}

/**
 * Opens the form of a story whose version 4 has been published on another device in the meantime.
 *
 * @param pictures - URLs of its picture before and since.
 */
async function openOutdatedEdit(pictures = { before: '', since: '' }) {
  const me = buildUser();
  signIn(me);
  const post = buildPost({ authorId: me, blogTitle: 'पुराना', blogImage: pictures.before, version: 3 });
  const changes = { blogTitle: 'नया', blogHtml: '<p>दूसरी सुबह</p>', blogImage: pictures.since };
  const newer = { ...post, ...changes, blogImageAlt: 'नाव', version: 4 };
  mockStoryPage(newer);
  const user = renderApp('/add-posts', { post });
  await screen.findByLabelText('Your story');
  const updates = mockResponse('put', '/api/post/update-post/:id', buildSavedPost(newer));
  return {
    user,
    newer,
    updates,
    rejectUpdate: () =>
      mockResponse(
        'put',
        '/api/post/update-post/:id',
        { ...buildError('This story was changed elsewhere', 'version_conflict'), post: newer },
        { status: 409 },
      ),
    update: () => user.click(screen.getByRole('button', { name: 'Update story' })),
  };
}

describe('PostForm: a published story that was changed elsewhere', () => {
  it('updated: sends the version that it is based on', async () => {
    const { updates, update } = await openOutdatedEdit();

    await update();

    await waitFor(() => expect(updates).toHaveLength(1));
    expect(updates[0]?.body).toMatchObject({ version: 3, draftVersion: 0 });
  });

  it('rejected: shows and focuses both texts; the own text, if kept, replaces the newer version', async () => {
    const { user, rejectUpdate, update } = await openOutdatedEdit();
    rejectUpdate();
    fill(screen.getByLabelText('Title'), 'मेरा');
    await update();
    const title = 'The published story was changed somewhere else';
    const conflict = await screen.findByRole('region', { name: title });
    expect(conflict).toHaveFocus();
    expect(within(conflict).getByRole('alert')).toHaveTextContent(
      new RegExp(`^${title}Choose which text .+ Earlier versions stay available\\.$`),
    );
    expect(within(conflict).getByRole('region', { name: 'Written here' })).toHaveTextContent('मेरा');
    expect(within(conflict).getByRole('region', { name: 'Currently published' })).toHaveTextContent(
      'दूसरी सुबह',
    );
    expect(screen.getByText('First choose which text to keep.')).toBeInTheDocument();

    const updates = rejectUpdate();
    await update();
    expect(updates).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Keep what I wrote here' }));
    expect(screen.getByLabelText('Title')).toHaveValue('मेरा');
    expect(screen.getByLabelText('Title')).toHaveFocus();
    expect(await screen.findByText('Kept what you wrote here')).toBeInTheDocument();
    await update();

    await waitFor(() => expect(updates[0]?.body).toMatchObject({ blogTitle: 'मेरा', version: 4 }));
  });

  it.each(['with a draft', 'before there is a draft'])(
    'rejected %s, with a picture that was replaced there: the own text, if kept, has the new picture',
    async (circumstance) => {
      const form = await openOutdatedEdit({ before: '/media/old', since: '/media/new' });
      const { user, rejectUpdate, update, newer } = form;
      if (circumstance === 'with a draft') {
        const fields = [{ field: 'blogImage', message: 'Not accepted' }];
        mockResponse('put', '/api/drafts/:key', { ...buildError('x'), fields }, { status: 400 });
        fill(screen.getByLabelText('Title'), 'मेरा');
        expect(await screen.findByText(LOST_PICTURE, {}, { timeout: 6_000 })).toBeInTheDocument();
      } else fill(screen.getByLabelText('Title'), 'मेरा');
      mockResponse('put', '/api/drafts/:key', { draft: buildDraft({ version: 1 }) });
      rejectUpdate();
      await update();

      await user.click(await screen.findByRole('button', { name: 'Keep what I wrote here' }));

      expect(screen.queryByText(LOST_PICTURE)).not.toBeInTheDocument();
      const updates = mockResponse('put', '/api/post/update-post/:id', buildSavedPost(newer));
      await update();
      const { blogImage, blogImageAlt } = newer;
      await waitFor(() =>
        expect(updates[0]?.body).toMatchObject({ blogTitle: 'मेरा', blogImage, blogImageAlt }),
      );
    },
  );

  it('opened again with a draft that has lost its picture: says so; the own text, if kept, has the new picture', async () => {
    const me = buildUser();
    signIn(me);
    const picture = { blogImage: '/media/new', blogImageAlt: 'नाव' };
    const post = buildPost({ authorId: me, ...picture, version: 4 });
    mockResponse('get', '/api/post/my-posts/:id', { post });
    const { key } = await storeDraftWithoutPicture(
      createRecord(me._id, toFields(null), { ...post, version: 3 }),
    );
    mockNetworkError('get', '/api/drafts/:key');
    mockNetworkError('put', '/api/drafts/:key');
    const user = renderApp(`/add-posts?draft=${key}`);
    expect(await screen.findByText(LOST_PICTURE)).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Keep what I wrote here' }));

    expect(screen.queryByText(LOST_PICTURE)).not.toBeInTheDocument();
    mockStoryPage(post);
    const updates = mockResponse('put', '/api/post/update-post/:id', buildSavedPost(post));
    await user.click(screen.getByRole('button', { name: 'Update story' }));
    await waitFor(() => expect(updates[0]?.body).toMatchObject({ blogTitle: 'मेरा', ...picture }));
  });

  it('rejected, then the published text taken: shows it without unsaved changes', async () => {
    const { user, rejectUpdate, update } = await openOutdatedEdit();
    rejectUpdate();
    fill(screen.getByLabelText('Title'), 'मेरा');
    await update();

    await user.click(await screen.findByRole('button', { name: 'Use the published text' }));

    expect(screen.getByLabelText('Title')).toHaveValue('नया');
    expect(await screen.findByLabelText('Your story')).toHaveValue('<p>दूसरी सुबह</p>');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('with a draft based on an older version: shows both texts', async () => {
    const me = buildUser();
    signIn(me);
    const post = buildPost({ authorId: me, blogTitle: 'नया', version: 4 });
    mockResponse('get', '/api/post/my-posts/:id', { post });
    const draft = buildDraft({ key: KEY, blogTitle: 'मेरा', postId: post._id, baseVersion: 3 });
    mockResponse('get', '/api/drafts/:key', { draft });

    renderApp(`/add-posts?draft=${KEY}`);

    expect(await screen.findByRole('region', { name: 'Written here' })).toHaveTextContent('मेरा');
    expect(screen.getByRole('region', { name: 'Currently published' })).toHaveTextContent('नया');
  });
});

describe('PostForm: a published story that was unpublished elsewhere', () => {
  it('updated: is published again with its draft', async () => {
    const { update, updates } = await openOutdatedEdit();
    mockResponse('put', '/api/drafts/:key', { draft: buildDraft({ isUnpublished: true }) });
    fill(screen.getByLabelText('Title'), 'मेरा');
    await screen.findByText(/^This story is not published\./, undefined, { timeout: 5_000 });
    const requests = mockResponse('post', '/api/post/create-post', buildSavedPost(buildPost()), {
      status: 201,
    });

    await update();

    expect(await screen.findByText('Post updated!')).toBeInTheDocument();
    expect(requests[0]?.body).toMatchObject({ blogTitle: 'मेरा', draftKey: expect.any(String) });
    expect(updates).toHaveLength(0);
  });
});

describe('PostForm: a published story that was unpublished elsewhere, unknown to the form', () => {
  /** Mocks the responses for an unpublished story, whose draft is saved as the form sends it. */
  function mockUnpublished() {
    const updates = mockError('put', '/api/post/update-post/:id', 404, 'Post not found', 'not_found');
    const saves = mockResponse('put', '/api/drafts/:key', ({ url, body }) => ({
      draft: buildDraft({
        blogTitle: (body as DraftInput).blogTitle,
        key: url.pathname.split('/').at(-1) ?? '',
        version: 1,
        isUnpublished: true,
      }),
    }));
    const published = mockResponse('post', '/api/post/create-post', buildSavedPost(buildPost()), {
      status: 201,
    });
    return { updates, saves, published };
  }

  it('updated with changes that are not saved yet: saves the draft and publishes it again', async () => {
    const { update } = await openOutdatedEdit();
    const { updates, saves, published } = mockUnpublished();
    mockError('get', '/api/drafts/:key', 503, 'The database is unavailable');
    fill(screen.getByLabelText('Title'), 'मेरा');

    await update();

    expect(await screen.findByText('Post updated!')).toBeInTheDocument();
    expect(screen.queryByText('Post not found')).not.toBeInTheDocument();
    expect([updates.length, saves.length]).toEqual([1, 1]);
    expect(published[0]?.body).toMatchObject({ blogTitle: 'मेरा', draftVersion: 1 });
  });

  it('updated with a draft that was saved before: learns it from the draft and publishes it again', async () => {
    const me = buildUser();
    signIn(me);
    const post = buildPost({ authorId: me, version: 3 });
    mockResponse('get', '/api/post/my-posts/:id', { post });
    const edit = { blogTitle: 'मेरा', blogHtml: '<p>शाम</p>', postId: post._id, baseVersion: 3 };
    const draft = buildDraft({ key: KEY, ...edit, version: 2 });
    mockResponse('get', '/api/drafts/:key', { draft });
    mockStoryPage(post);
    const user = renderApp(`/add-posts?draft=${KEY}`);
    await screen.findByLabelText('Your story');
    const { saves, published } = mockUnpublished();
    mockResponse('get', '/api/drafts/:key', { draft: { ...draft, isUnpublished: true } });

    await user.click(screen.getByRole('button', { name: 'Update story' }));

    expect(await screen.findByText('Post updated!')).toBeInTheDocument();
    expect(saves).toHaveLength(0);
    expect(published[0]?.body).toMatchObject({ blogTitle: 'मेरा', draftKey: KEY, draftVersion: 2 });
  });

  it('but deleted elsewhere: shows that it was not found', async () => {
    const { update } = await openOutdatedEdit();
    const { published } = mockUnpublished();
    mockResponse('put', '/api/drafts/:key', ({ url }) => ({
      draft: buildDraft({ key: url.pathname.split('/').at(-1) ?? '' }),
    }));
    fill(screen.getByLabelText('Title'), 'मेरा');

    await update();

    expect(await screen.findByText('Post not found')).toBeInTheDocument();
    expect(published).toHaveLength(0);
  });
});

describe('PostForm: publishing a draft that was changed elsewhere', () => {
  const draft = buildDraft({ key: KEY, blogTitle: 'घाट', blogHtml: '<p>सुबह</p>', version: 4 });

  async function openDraft() {
    signIn(buildUser());
    mockResponse('get', '/api/drafts/:key', { draft });
    mockStoryPage();
    const user = renderApp(`/add-posts?draft=${KEY}`);
    await screen.findByLabelText('Your story');
    return { user, publish: () => user.click(screen.getByRole('button', { name: 'Publish' })) };
  }
  function rejectDraft(stored: object) {
    const body = { ...buildError('This draft was changed elsewhere', 'draft_version_behind'), draft: stored };
    return mockResponse('post', '/api/post/create-post', body, { status: 409 });
  }

  it('rejected: shows both texts; the own text, if kept, is published with the version of the other text', async () => {
    const { user, publish } = await openDraft();
    rejectDraft({ ...draft, blogTitle: 'दूसरा', version: 9 });
    await publish();
    expect(await screen.findByRole('region', { name: 'Written elsewhere' })).toHaveTextContent('दूसरा');
    const requests = mockResponse('post', '/api/post/create-post', buildSavedPost(buildPost()), {
      status: 201,
    });
    // Not mocked earlier, because the draft is not saved before the author has chosen.
    mockError('put', '/api/drafts/:key', 500, 'Something went wrong');

    await user.click(screen.getByRole('button', { name: 'Keep what I wrote here' }));
    await publish();

    await waitFor(() => expect(requests[0]?.body).toMatchObject({ blogTitle: 'घाट', draftVersion: 9 }));
  });

  it('with a draft that has lost its picture: the own text, if kept, has the picture of the other text', async () => {
    const me = buildUser();
    signIn(me);
    const { key } = await storeDraftWithoutPicture(createRecord(me._id, toFields(null), null));
    const picture = { blogImage: '/media/new', blogImageAlt: 'नाव' };
    mockResponse('get', '/api/drafts/:key', { draft: { ...draft, key, ...picture } });
    const user = renderApp(`/add-posts?draft=${key}`);
    expect(await screen.findByText(LOST_PICTURE)).toBeInTheDocument();
    const saves = mockResponse('put', '/api/drafts/:key', { draft: { ...draft, key, version: 5 } });

    await user.click(screen.getByRole('button', { name: 'Keep what I wrote here' }));

    expect(screen.queryByText(LOST_PICTURE)).not.toBeInTheDocument();
    await waitFor(() => expect(saves).toHaveLength(1), { timeout: 4_000 });
    // A picture that the server's draft has already is not sent again.
    expect(saves[0]?.body).not.toHaveProperty('blogImage');
    expect(saves[0]?.body).toMatchObject({ blogTitle: 'मेरा', blogImageAlt: 'नाव', version: 4 });
  });

  it('rejected, resolved, and changed elsewhere once more: leaves the focus in the title', async () => {
    const { user, publish } = await openDraft();
    rejectDraft({ ...draft, blogTitle: 'दूसरा', version: 9 });
    await publish();
    expect(await screen.findByRole('region', { name: 'Written elsewhere' })).toHaveTextContent('दूसरा');
    mockError('put', '/api/drafts/:key', 409, 'This draft was changed elsewhere');
    mockResponse('get', '/api/drafts/:key', { draft: { ...draft, blogTitle: 'तीसरा', version: 12 } });

    await user.click(screen.getByRole('button', { name: 'Keep what I wrote here' }));

    expect(await screen.findByRole('region', { name: 'Written elsewhere' })).toHaveTextContent('तीसरा');
    expect(screen.getByLabelText('Title')).toHaveFocus();
  });

  it('rejected for another card picture and another visibility: shows them', async () => {
    const { publish } = await openDraft();
    rejectDraft({ ...draft, blogImage: '/media/k', blogImageAlt: 'नाव', visibility: 'public', version: 9 });

    await publish();

    const other = await screen.findByRole('region', { name: 'Written elsewhere' });
    expect(other).toHaveTextContent(/Cover picture: नाव Who can read this: Everyone/);
    expect(screen.getByRole('region', { name: 'Written here' })).toHaveTextContent(
      /Who can read this: Members/,
    );
  });

  it('by an earlier save of this form whose response was lost: publishes again without asking', async () => {
    const { publish } = await openDraft();
    let isStored = false;
    mockResponse('put', '/api/drafts/:key', () => {
      isStored = true;
      return new Promise(() => undefined);
    });
    fill(screen.getByLabelText('Title'), 'घाट पर');
    await waitFor(() => expect(isStored).toBe(true), { timeout: 4_000 });
    const versions: unknown[] = [];
    const stored = { ...draft, blogTitle: 'घाट पर', version: 5 };
    const requests = rejectDraft(stored);
    mockResponse('get', '/api/drafts/:key', { draft: stored });
    await publish();
    await waitFor(() => expect(requests).toHaveLength(2));
    versions.push(...requests.map(({ body }) => (body as { draftVersion: number }).draftVersion));

    expect(versions).toEqual([4, 5]);
  });

  it('published elsewhere with another text: shows both texts instead of replacing them', async () => {
    const { publish } = await openDraft();
    const post = buildPost({ blogTitle: 'दूसरा', blogHtml: '<p>दूसरी सुबह</p>' });
    mockResponse('post', '/api/post/create-post', buildSavedPost(post));

    await publish();

    expect(await screen.findByRole('region', { name: 'Currently published' })).toHaveTextContent('दूसरी सुबह');
    const updates = mockResponse('put', '/api/post/update-post/:id', buildSavedPost(post));
    const user = { click: (name: string) => screen.getByRole('button', { name }).click() };
    user.click('Keep what I wrote here');
    await publish();
    await waitFor(() => expect(updates[0]?.body).toMatchObject({ blogTitle: 'घाट', version: 1 }));
  });

  it('published elsewhere with the same text and a picture: shows both texts instead of removing the picture', async () => {
    const { publish } = await openDraft();
    const { blogTitle, blogHtml } = draft;
    const figure = '<figure><img src="/media/k" alt="नाव"></figure>';
    const post = buildPost({ blogTitle, blogHtml: `${blogHtml}${figure}`, blogLocation: '' });
    mockResponse('post', '/api/post/create-post', buildSavedPost(post));
    const updates = mockResponse('put', '/api/post/update-post/:id', buildSavedPost(post));

    await publish();

    expect(await screen.findByRole('region', { name: 'Currently published' })).toHaveTextContent('नाव');
    expect(updates).toHaveLength(0);
  });

  const { blogTitle, blogHtml } = draft;
  const samePost = buildPost({ blogTitle, blogHtml, blogLocation: '', place: null });

  it('published elsewhere with the same text: opens the story without asking', async () => {
    const { publish } = await openDraft();
    mockResponse('post', '/api/post/create-post', buildSavedPost(samePost));
    mockResponse('put', '/api/post/update-post/:id', buildSavedPost(samePost));

    await publish();

    expect(await screen.findByText('Post created!')).toBeInTheDocument();
  });

  it('with a cover picture, published elsewhere with the same text and a cover: shows both', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/drafts/:key', { draft: { ...draft, blogImage: '/media/own' } });
    const user = renderApp(`/add-posts?draft=${KEY}`);
    await screen.findByLabelText('Your story');
    const post = { ...samePost, blogImage: '/media/other' };
    mockResponse('post', '/api/post/create-post', buildSavedPost(post));

    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByRole('region', { name: 'Currently published' })).toBeVisible();
  });

  it('published by an earlier attempt whose response was lost, with a change since: updates it without asking', async () => {
    const { publish } = await openDraft();
    mockNetworkError('post', '/api/post/create-post');
    await publish();
    await screen.findByText('Post Creation Failed');
    mockResponse('post', '/api/post/create-post', buildSavedPost(samePost));
    const updates = mockResponse('put', '/api/post/update-post/:id', buildSavedPost(samePost));
    mockResponse('put', '/api/drafts/:key', { draft });
    fill(screen.getByLabelText('Title'), 'घाट पर');

    await publish();

    expect(await screen.findByText('Post created!')).toBeInTheDocument();
    expect(updates[0]?.body).toMatchObject({ blogTitle: 'घाट पर', version: 1 });
  });
});

describe('PostForm: rejected by the server', () => {
  async function openFilled() {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'নদী');
    fill(await screen.findByLabelText('Your story'), '<p>ভোর</p>');
    fill(screen.getByLabelText('Location'), 'ঢাকা');
    return { user, publish: () => user.click(screen.getByRole('button', { name: 'Publish' })) };
  }
  function refuse(status: number, message: string, field?: string) {
    const fields = field === undefined ? {} : { fields: [{ field, message, code: 'invalid' }] };
    mockResponse('post', '/api/post/create-post', { ...buildError(message), ...fields }, { status });
  }
  function expectNothingLost(): void {
    expect(screen.getByLabelText('Title')).toHaveValue('নদী');
    expect(screen.getByLabelText('Your story')).toHaveValue('<p>ভোর</p>');
    expect(screen.getByLabelText('Location')).toHaveValue('ঢাকা');
  }

  it('400 for the title: marks the title until it is changed', async () => {
    const { publish } = await openFilled();
    refuse(400, 'Title must be shorter', 'blogTitle');

    await publish();

    expect(await screen.findByLabelText('Title')).toHaveAccessibleDescription('Title must be shorter');
    expect(screen.getByLabelText('Title')).toHaveFocus();
    expectNothingLost();
    fill(screen.getByLabelText('Title'), 'নদ');
    expect(screen.getByLabelText('Title')).not.toHaveAttribute('aria-invalid', 'true');
  });

  it.each(['blogHtml', 'blogContent'])('400 for the %s: shows the error next to the text', async (field) => {
    const { publish } = await openFilled();
    refuse(400, 'There are too many pictures', field);

    await publish();

    expect((await screen.findAllByText('There are too many pictures')).length).toBeGreaterThan(1);
    expectNothingLost();
  });

  it('413 without a picture: shows the error at the text', async () => {
    const { publish } = await openFilled();
    refuse(413, 'This is too large to send');

    await publish();

    // In the toast and next to the text.
    await waitFor(() => expect(screen.getAllByText('This is too large to send')).toHaveLength(2));
    expectNothingLost();
  });

  it('500: shows the error, keeps everything and can be repeated', async () => {
    const { publish } = await openFilled();
    refuse(500, 'Something went wrong');

    await publish();

    expect(await screen.findByText('Something went wrong')).toBeInTheDocument();
    expectNothingLost();
    expect(screen.getByRole('button', { name: 'Publish' })).toBeEnabled();
  });
});

describe('PostForm: a field that the server has rejected', () => {
  it('with the language changed to Hindi: shows the reason in Hindi', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    const title = await screen.findByLabelText('Title');
    fill(title, 'नदी');
    fill(await screen.findByLabelText('Your story'), '<p>ভোর</p>');
    const message = 'Title must be at most 200 characters';
    const fields = [{ field: 'blogTitle', code: 'title_too_long', message }];
    mockResponse('post', '/api/post/create-post', { ...buildError(message), fields }, { status: 400 });
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(title).toHaveAccessibleDescription(message));

    await act(() => setLanguage('hi'));

    expect(title).toHaveAccessibleDescription('शीर्षक में 200 से ज़्यादा अक्षर नहीं हो सकते');
  });
});
