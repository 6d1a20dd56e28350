import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildDraft, buildPost, buildSavedPost, buildUser } from '../../../testing/factories.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockResponse, signIn } from '../../../testing/server.ts';

vi.mock('./story-editor.tsx', () => import('../../../testing/plain-story-editor.tsx'));

const me = buildUser();

async function openForm() {
  const post = buildPost({ authorId: me, visitedOn: '2024-03-12', place: null });
  signIn(me);
  mockResponse('get', '/api/drafts', { drafts: [], nextCursor: null });
  mockResponse('get', '/api/post/my-posts/:id', { post });
  mockResponse('get', '/api/post/getpost/:slug', { post });
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
  const drafts = mockResponse('put', '/api/drafts/:key', { draft: buildDraft({ postId: post._id }) });
  const updates = mockResponse('put', '/api/post/update-post/:id', buildSavedPost(post));
  const user = renderApp(`/add-posts?edit=${post._id}`);
  const field = await screen.findByLabelText('Date of the visit');
  return { user, field, drafts, updates };
}

describe('VisitField', () => {
  it('of a story with a day: shows it, changes it and sends it', async () => {
    const { user, field, updates } = await openForm();
    expect(field).toHaveValue('2024-03-12');

    fireEvent.change(field, { target: { value: '2023-01-05' } });
    await user.click(screen.getByRole('button', { name: 'Update story' }));

    await screen.findByText('Post updated!');
    expect(updates[0]?.body).toMatchObject({ visitedOn: '2023-01-05' });
  });

  it('cleared: is empty, has the focus, and sends null', async () => {
    const { user, field, updates } = await openForm();

    await user.click(screen.getByRole('button', { name: 'Clear the date of the visit' }));
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Clear the date of the visit' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Update story' }));

    await screen.findByText('Post updated!');
    expect(updates[0]?.body).toMatchObject({ visitedOn: null });
  });

  it.each(['2999-01-01', '1850-06-01'])('with %s: sends nothing and shows the error', async (day) => {
    const { user, field, updates } = await openForm();

    fireEvent.change(field, { target: { value: day } });
    await user.click(screen.getByRole('button', { name: 'Update story' }));

    expect(field).toHaveAccessibleDescription('Choose a day from 1900 to today');
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
    expect(updates).toHaveLength(0);
  });
});
