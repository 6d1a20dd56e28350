import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createDraftDevice } from '../../../stores/story-draft/draft-device.ts';
import { createRecord, toFields } from '../../../stores/story-draft/draft-record.ts';
import { buildPost, buildSavedPost, buildUser } from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockNetworkError, mockResponse, signIn } from '../../../testing/server.ts';

vi.mock('./story-editor.tsx', () => import('../../../testing/plain-story-editor.tsx'));

describe('StoryAddress', () => {
  it('for a new story: follows the title while it is typed', async () => {
    signIn(buildUser());
    renderApp('/add-posts');
    const title = await screen.findByLabelText('Title');
    expect(screen.queryByText(/\/post\//)).not.toBeInTheDocument();

    fill(title, 'जयपुर की सुबह & café');

    expect(await screen.findByText(`${window.location.host}/post/जयपुर-की-सुबह-and-cafe`)).toBeVisible();
  });

  it('for a published story: keeps its address when the title changes', async () => {
    const me = buildUser();
    signIn(me);
    renderApp('/add-posts', { post: buildPost({ authorId: me, slug: 'first-title' }) });

    fill(await screen.findByLabelText('Title'), 'Another title');

    expect(await screen.findByText(`${window.location.host}/post/first-title`)).toBeVisible();
  });
});

describe('VisibilityField', () => {
  it('for a new story: defaults to Members; the choice is saved and published', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me, visibility: 'public' });
    signIn(me);
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    mockResponse('get', '/api/post/by-author/:userId', { posts: [], nextCursor: null, author: me });
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'नदी');
    fill(await screen.findByLabelText('Your story'), '<p>भोर</p>');
    expect(screen.getByRole('radio', { name: 'Members' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Everyone' })).toHaveAccessibleDescription(
      'Also without an account. Search engines can find it too.',
    );
    const saves = mockResponse('put', '/api/drafts/:key', () => new Promise(() => undefined));
    const requests = mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });

    await user.click(screen.getByRole('radio', { name: 'Everyone' }));
    await waitFor(() => expect(saves[0]?.body).toMatchObject({ visibility: 'public' }), { timeout: 5_000 });
    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText('Everyone can read this story')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ visibility: 'public' });
  });

  it('for a published story: shows the stored visibility', async () => {
    const me = buildUser();
    signIn(me);

    renderApp('/add-posts', { post: buildPost({ authorId: me, visibility: 'public' }) });

    expect(await screen.findByRole('radio', { name: 'Everyone' })).toBeChecked();
  });

  it('for a draft stored by an earlier app version: defaults to Members', async () => {
    const me = buildUser();
    signIn(me);
    mockNetworkError('get', '/api/drafts/:key');
    mockNetworkError('put', '/api/drafts/:key');
    const record = createRecord(me._id, { ...toFields(null), title: 'नाव' }, null);
    const { visibility: _visibility, ...fields } = record.fields;
    await createDraftDevice().put({ ...record, fields } as typeof record);

    renderApp(`/add-posts?draft=${record.key}`);

    expect(await screen.findByDisplayValue('नाव')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Members' })).toBeChecked();
  });
});
