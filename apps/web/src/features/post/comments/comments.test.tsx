import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from 'react-hot-toast';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { buildAuthor, buildId } from '../../../testing/factories.ts';
import { mockError, mockResponse, type RecordedRequest } from '../../../testing/server.ts';
import { Comments } from './comments.tsx';

const READER = buildId();
const PATH = '/api/post/:id/comments';
const POSTED_BEFORE = 'An earlier version of your comment is posted already';

/** A comment as the API stores it. */
const stored = (text: string) => ({
  _id: buildId(),
  text,
  createdAt: '2026-03-01T10:00:00.000Z',
  authorId: buildAuthor({ _id: READER }),
});

async function renderComments() {
  mockResponse('get', PATH, { comments: [], nextCursor: null });
  render(
    <MemoryRouter>
      <Comments postId={buildId()} count={0} isPostAuthor={false} ownId={READER} />
      <Toaster />
    </MemoryRouter>,
  );
  await screen.findByText(/^No comments yet/);
  return {
    user: userEvent.setup(),
    field: screen.getByLabelText('Your comment'),
    button: screen.getByRole('button', { name: 'Post comment' }),
  };
}

const clientCommentIds = (seen: readonly RecordedRequest[]) =>
  seen.map(({ body }) => (body as { clientCommentId: string }).clientCommentId);
const findCount = (number: number) => screen.findByRole('heading', { name: `Comments (${number})` });

describe('Comments: a try without an answer', () => {
  it('stays as typed and goes again under its id; the comment is there once, and the next one has another id', async () => {
    const { user, field, button } = await renderComments();
    // As typed on some keyboards: the server puts such letters together.
    const input = 'Café কখন খোলে? '.normalize('NFD');
    const failedRequests = mockError('post', PATH, 503, 'The database is away');
    await user.type(field, input);

    await user.click(button);
    expect(await screen.findByText('The database is away')).toBeInTheDocument();
    expect(field).toHaveValue(input);
    await waitFor(() => expect(button).toBeEnabled());
    const retries = mockResponse('post', PATH, { comment: stored(input.normalize('NFC').trim()) });
    await user.click(button);
    await findCount(1);
    expect(field).toHaveValue('');
    const nextRequests = mockResponse('post', PATH, { comment: stored('ধন্যবাদ') }, { status: 201 });
    await user.type(field, 'ধন্যবাদ');
    await user.click(button);
    await findCount(2);

    const [failed, repeated, other] = [failedRequests, retries, nextRequests].flatMap(clientCommentIds);
    expect(failed).toMatch(/^[\w-]{32,36}$/);
    expect(repeated).toBe(failed);
    expect(other).toMatch(/^[\w-]{32,36}$/);
    expect(other).not.toBe(failed);
    expect(screen.queryByText(POSTED_BEFORE)).not.toBeInTheDocument();
  });

  it('changed before it goes again: what was stored is shown, and what stands in the field stays, under an id of its own', async () => {
    const { user, field, button } = await renderComments();
    const failedRequests = mockError('post', PATH, 503, 'The database is away');
    await user.type(field, 'কখন?');
    await user.click(button);
    await waitFor(() => expect(button).toBeEnabled());
    await user.type(field, ' সকালে?');

    const retries = mockResponse('post', PATH, { comment: stored('কখন?') });
    await user.click(button);

    expect(await screen.findByText(POSTED_BEFORE)).toBeInTheDocument();
    expect(screen.getByText('কখন?', { selector: 'li p' })).toBeVisible();
    expect(field).toHaveValue('কখন? সকালে?');
    await findCount(1);
    const nextRequests = mockResponse('post', PATH, { comment: stored('কখন? সকালে?') }, { status: 201 });
    await user.click(button);
    await findCount(2);
    expect(field).toHaveValue('');
    expect(clientCommentIds(retries)).toEqual(clientCommentIds(failedRequests));
    expect(clientCommentIds(nextRequests)).not.toEqual(clientCommentIds(retries));
  });
});

describe('Comments: one on its way', () => {
  it('what is typed meanwhile stays in the field', async () => {
    const { user, field, button } = await renderComments();
    let sendResponse = () => undefined as unknown;
    const pendingResponse = new Promise((resolve) => {
      sendResponse = () => resolve(undefined);
    });
    const seen = mockResponse('post', PATH, () => pendingResponse.then(() => ({ comment: stored('এক') })), {
      status: 201,
    });
    await user.type(field, 'এক');
    await user.click(button);
    await waitFor(() => expect(seen).toHaveLength(1));

    await user.clear(field);
    await user.type(field, 'দুই');
    sendResponse();

    await findCount(1);
    expect(field).toHaveValue('দুই');
    expect(screen.queryByText(POSTED_BEFORE)).not.toBeInTheDocument();
  });
});
