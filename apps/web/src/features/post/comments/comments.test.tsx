import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppToaster } from '../../../components/toaster.tsx';
import { resumeWatching, setWatchTransport } from '../../../stores/watched-posts.ts';
import { buildAuthor, buildComment, buildId } from '../../../testing/factories.ts';
import { goOffline } from '../../../testing/go-offline.ts';
import { holdTimeout } from '../../../testing/hold-timeout.ts';
import { mockError, mockNetworkError, mockResponse, type RecordedRequest } from '../../../testing/server.ts';
import { Comments } from './comments.tsx';

const READER = buildId();
const PATH = '/api/post/:id/comments';
const EARLIER_VERSION_POSTED = 'An earlier version of your comment has already been posted';

const buildOwnComment = (text: string) => buildComment({ text, authorId: buildAuthor({ _id: READER }) });

async function renderComments() {
  mockResponse('get', PATH, { comments: [], nextCursor: null });
  render(
    <MemoryRouter>
      <Comments postId={buildId()} count={0} isPostAuthor={false} ownId={READER} />
      <AppToaster isSessionAlive />
    </MemoryRouter>,
  );
  await screen.findByText(/^No comments yet/);
  return {
    user: userEvent.setup(),
    field: screen.getByLabelText('Your comment'),
    button: screen.getByRole('button', { name: 'Post comment' }),
  };
}

const clientCommentIds = (requests: readonly RecordedRequest[]) =>
  requests.map(({ body }) => (body as { clientCommentId: string }).clientCommentId);
const findCommentCount = (number: number) => screen.findByRole('heading', { name: `Comments (${number})` });

describe('CommentForm', () => {
  it('sent by keyboard: keeps the focus on the button and announces that the comment has been posted', async () => {
    const { user, field, button } = await renderComments();
    mockResponse('post', PATH, { comment: buildOwnComment('কখন?') }, { status: 201 });
    await user.type(field, 'কখন?');
    await user.tab();
    expect(button).toHaveFocus();

    await user.keyboard('{Enter}');

    await findCommentCount(1);
    expect(screen.getByText('Comment posted')).toBeInTheDocument();
    // A disabled button would lose the focus.
    expect(button).toBeEnabled();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveFocus();
  });
});

describe('CommentForm: after a failed request', () => {
  it('without a response: can be sent again after 15 s', async () => {
    const { user, field, button } = await renderComments();
    const requests = mockResponse('post', PATH, () => new Promise(() => {}));
    const expire = holdTimeout();
    await user.type(field, 'কখন?');
    await user.click(button);
    await waitFor(() => expect(requests).toHaveLength(1));

    expire();

    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
    expect(field).toHaveValue('কখন?');
  });

  it('sent again: keeps the text and the id, adds the comment once, and gives the next comment a new id', async () => {
    const { user, field, button } = await renderComments();
    // Some keyboards produce decomposed letters; the server normalizes them to NFC.
    const text = 'Café কখন খোলে? '.normalize('NFD');
    const failedRequests = mockError('post', PATH, 503, 'The database is unavailable');
    await user.type(field, text);

    await user.click(button);
    expect(await screen.findByText('The database is unavailable')).toBeInTheDocument();
    expect(field).toHaveValue(text);
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
    const retries = mockResponse('post', PATH, { comment: buildOwnComment(text.normalize('NFC').trim()) });
    await user.click(button);
    await findCommentCount(1);
    expect(field).toHaveValue('');
    const nextRequests = mockResponse('post', PATH, { comment: buildOwnComment('ধন্যবাদ') }, { status: 201 });
    await user.type(field, 'ধন্যবাদ');
    await user.click(button);
    await findCommentCount(2);

    const [failed, retried, next] = [failedRequests, retries, nextRequests].flatMap(clientCommentIds);
    expect(failed).toMatch(/^[\w-]{32,36}$/);
    expect(retried).toBe(failed);
    expect(next).toMatch(/^[\w-]{32,36}$/);
    expect(next).not.toBe(failed);
    expect(screen.queryByText(EARLIER_VERSION_POSTED)).not.toBeInTheDocument();
  });

  it('changed before the retry: shows the stored text and keeps the changed text under a new id', async () => {
    const { user, field, button } = await renderComments();
    const failedRequests = mockError('post', PATH, 503, 'The database is unavailable');
    await user.type(field, 'কখন?');
    await user.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
    await user.type(field, ' সকালে?');

    const retries = mockResponse('post', PATH, { comment: buildOwnComment('কখন?') });
    await user.click(button);

    expect(await screen.findByText(EARLIER_VERSION_POSTED)).toBeInTheDocument();
    expect(screen.getByText('কখন?', { selector: 'li p' })).toBeVisible();
    expect(field).toHaveValue('কখন? সকালে?');
    await findCommentCount(1);
    const nextRequests = mockResponse(
      'post',
      PATH,
      { comment: buildOwnComment('কখন? সকালে?') },
      { status: 201 },
    );
    await user.click(button);
    await findCommentCount(2);
    expect(field).toHaveValue('');
    expect(clientCommentIds(retries)).toEqual(clientCommentIds(failedRequests));
    expect(clientCommentIds(nextRequests)).not.toEqual(clientCommentIds(retries));
  });
});

describe('CommentForm: when the request fails', () => {
  it("offline: shows 'Error' and the reason, and keeps the text", async () => {
    const { user, field, button } = await renderComments();
    goOffline();
    mockNetworkError('post', PATH);
    await user.type(field, 'কখন?');

    await user.click(button);

    expect(await screen.findByText('Error')).toBeInTheDocument();
    expect(screen.getByText("You're offline.")).toBeInTheDocument();
    expect(field).toHaveValue('কখন?');
  });

  it('online, no response: shows no reason', async () => {
    const { user, field, button } = await renderComments();
    mockNetworkError('post', PATH);
    await user.type(field, 'কখন?');

    await user.click(button);

    expect(await screen.findByText('Error')).toBeInTheDocument();
    expect(screen.queryByText("You're offline.")).not.toBeInTheDocument();
  });
});

describe('CommentForm: while a comment is being sent', () => {
  it('with new text typed: keeps it in the field', async () => {
    const { user, field, button } = await renderComments();
    let sendResponse = () => undefined as unknown;
    const pendingResponse = new Promise((resolve) => {
      sendResponse = () => resolve(undefined);
    });
    const requests = mockResponse(
      'post',
      PATH,
      () => pendingResponse.then(() => ({ comment: buildOwnComment('এক') })),
      {
        status: 201,
      },
    );
    await user.type(field, 'এক');
    await user.click(button);
    await waitFor(() => expect(requests).toHaveLength(1));

    await user.clear(field);
    await user.type(field, 'দুই');
    sendResponse();

    await findCommentCount(1);
    expect(field).toHaveValue('দুই');
    expect(screen.queryByText(EARLIER_VERSION_POSTED)).not.toBeInTheDocument();
  });
});

describe('CommentForm: near the limit', () => {
  const MAX = 2_000;

  it('with a text that fits: shows how many characters are left, and nothing for shorter texts', async () => {
    const { user, field } = await renderComments();
    await user.click(field);
    await user.paste('ঘাট');
    expect(screen.queryByText(/left$/)).not.toBeInTheDocument();

    await user.paste('\u{1F6F6}'.repeat(MAX - 15));

    expect(screen.getByText('12 characters left')).toBeVisible();
    expect(field).toBeValid();
  });

  it('with a longer text: keeps all of it, shows by how much it is too long, and sends nothing', async () => {
    const { user, field, button } = await renderComments();
    const requests = mockResponse('post', PATH, { comment: buildOwnComment('x') }, { status: 201 });
    const text = 'க'.repeat(MAX + 100);
    await user.click(field);
    await user.paste(text);

    await user.click(button);

    expect(field).toHaveValue(text);
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription('100 characters too long (limit 2,000)');
    expect(requests).toHaveLength(0);
  });
});

describe('Comments', () => {
  it('without a response: can be loaded again after 15 s', async () => {
    const pending = mockResponse('get', PATH, () => new Promise(() => {}));
    const expire = holdTimeout();
    render(
      <MemoryRouter>
        <Comments postId={buildId()} count={1} isPostAuthor={false} ownId={READER} />
      </MemoryRouter>,
    );
    await waitFor(() => expect(pending).toHaveLength(1));

    expire();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    mockResponse('get', PATH, { comments: [buildOwnComment('কখন?')], nextCursor: null });
    await userEvent.click(retry);

    expect(await screen.findByText('কখন?')).toBeVisible();
  });

  it('that failed to load: are loaded when the connection that announces changes is back', async () => {
    const postId = buildId();
    mockError('get', PATH, 503, 'The database is unavailable');
    setWatchTransport({ watch: async () => true, unwatch: () => undefined });
    onTestFinished(() => setWatchTransport(null));
    render(
      <MemoryRouter>
        <Comments postId={postId} count={1} isPostAuthor={false} ownId={READER} />
      </MemoryRouter>,
    );
    await screen.findByRole('button', { name: 'Try again' });
    mockResponse('get', PATH, { comments: [buildOwnComment('কখন?')], nextCursor: null });

    act(() => resumeWatching());

    expect(await screen.findByText('কখন?')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });
});
