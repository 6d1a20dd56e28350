import type { Comment, PostCommentChange } from '@safarnama/contracts';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppToaster } from '../../../components/toaster.tsx';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { applyCommentChange, resumeWatching, setWatchTransport } from '../../../stores/watched-posts.ts';
import { buildAuthor, buildCard, buildComment, buildId, buildUser } from '../../../testing/factories.ts';
import { createPendingResponse } from '../../../testing/pending-response.ts';
import { mockError, mockNetworkError, mockResponse } from '../../../testing/server.ts';
import { emptyComment } from './comment-list.ts';
import { Comments } from './comments.tsx';

const ME = buildAuthor({ fullName: 'Zoya' });
const PATH = '/api/post/:id/comments';
const ONE = '/api/post/:id/comments/:commentId';
const minutes = (minute: number) =>
  new Date(Date.parse('2026-03-01T10:00:00.000Z') + minute * 60_000).toISOString();

const arun = buildAuthor({ fullName: 'অরুণ' });
const question = buildComment({ text: 'কোন ঘাট?', authorId: arun, createdAt: minutes(1) });
const firstReply = buildComment({
  text: 'दशाश्वमेध',
  authorId: ME,
  parentId: question._id,
  createdAt: minutes(2),
});
const own = buildComment({ text: 'बहुत सुंदर', authorId: ME, createdAt: minutes(3) });

interface Options {
  comments?: Comment[];
  nextCursor?: string | null;
  /** The number of comments that came with the story. */
  count?: number;
  postId?: string;
  hash?: string;
  isPostAuthor?: boolean;
}

function renderComments({
  comments = [question, firstReply, own],
  nextCursor = null,
  count = comments.length,
  postId = buildId(),
  hash = '',
  isPostAuthor = false,
}: Options = {}) {
  const requests = mockResponse('get', PATH, { comments, nextCursor });
  render(
    <MemoryRouter initialEntries={[`/post/x${hash}`]}>
      <Comments postId={postId} count={count} isPostAuthor={isPostAuthor} ownId={ME._id} />
      <AppToaster isSessionAlive />
    </MemoryRouter>,
  );
  const change = (
    kind: PostCommentChange['kind'],
    comment: Comment,
    details: Pick<PostCommentChange, 'wasDeleted'> = {},
  ) => act(() => applyCommentChange({ postId, kind, comment, ...details }));
  return { user: userEvent.setup(), postId, requests, change };
}

/** Waits until the comments are loaded and their number is shown. */
async function findCount(count: number): Promise<void> {
  const section = screen.getByRole('region', { name: /^Comments/ });
  await waitFor(() => expect(section).toHaveAttribute('aria-busy', 'false'));
  await screen.findByRole('heading', { name: `Comments (${count})` });
}
const getRow = (comment: Comment) => {
  const row = document.getElementById(`comment-${comment._id}`);
  if (!row) throw new Error(`no row: ${comment.text}`);
  return row;
};
const click = (user: ReturnType<typeof userEvent.setup>, row: Comment, name: string) =>
  user.click(within(getRow(row)).getByRole('button', { name }));

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => setWatchTransport(null));

describe('Comments with replies', () => {
  it('to a deleted comment: shows them under a note', async () => {
    renderComments({ comments: [emptyComment(question), own, firstReply] });

    const replies = await screen.findByRole('list', { name: 'Replies to a deleted comment' });

    expect(within(replies).getByText('दशाश्वमेध')).toBeVisible();
    expect(getRow(question)).toHaveTextContent('This comment was deleted.');
    expect(within(getRow(question)).queryByRole('button')).not.toBeInTheDocument();
    await findCount(2);
  });

  it('with a reply posted: adds it to the thread, closes the form, and returns the focus', async () => {
    const { user } = renderComments();
    await findCount(3);
    const reply = buildComment({ text: 'শুভ', authorId: ME, parentId: question._id, createdAt: minutes(9) });
    const requests = mockResponse('post', PATH, { comment: reply }, { status: 201 });

    await click(user, firstReply, 'Reply to Zoya');
    const field = screen.getByLabelText('Your reply to অরুণ');
    expect(field).toHaveFocus();
    await user.type(field, 'শুভ');
    await user.click(screen.getByRole('button', { name: 'Post reply' }));

    await findCount(4);
    expect(requests[0]?.body).toMatchObject({ text: 'শুভ', parentId: question._id });
    const replies = screen.getByRole('list', { name: 'Replies to অরুণ' });
    expect(within(replies).getAllByRole('listitem')).toHaveLength(2);
    expect(field).not.toBeInTheDocument();
    expect(within(getRow(firstReply)).getByRole('button', { name: 'Reply to Zoya' })).toHaveFocus();
    expect(screen.getByText('Reply posted')).toBeInTheDocument();
  });

  it('with a reply posted after the user has moved on to another field: leaves the focus there', async () => {
    const { user } = renderComments();
    await findCount(3);
    const reply = buildComment({ text: 'শুভ', authorId: ME, parentId: question._id, createdAt: minutes(9) });
    let respond: (body: { comment: Comment }) => void = () => undefined;
    const response = new Promise<{ comment: Comment }>((resolve) => {
      respond = resolve;
    });
    mockResponse('post', PATH, () => response, { status: 201 });
    await click(user, firstReply, 'Reply to Zoya');
    const field = screen.getByLabelText('Your reply to অরুণ');
    await user.type(field, 'শুভ');
    await user.click(screen.getByRole('button', { name: 'Post reply' }));

    await user.click(screen.getByLabelText('Your comment'));
    respond({ comment: reply });

    await waitFor(() => expect(field).not.toBeInTheDocument());
    expect(screen.getByLabelText('Your comment')).toHaveFocus();
  });

  it('with a reply that is being sent: cannot be cancelled, since the reply may be stored already', async () => {
    const { user } = renderComments();
    await findCount(3);
    const { pending, release } = createPendingResponse();
    const reply = buildComment({ text: 'শুভ', authorId: ME, parentId: question._id, createdAt: minutes(9) });
    mockResponse('post', PATH, () => pending.then(() => ({ comment: reply })), { status: 201 });
    await click(user, firstReply, 'Reply to Zoya');
    const field = screen.getByLabelText('Your reply to অরুণ');
    await user.type(field, 'শুভ');
    await user.click(screen.getByRole('button', { name: 'Post reply' }));

    await user.type(field, '{Escape}');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(field).toBeVisible();
    expect(field).toHaveValue('শুভ');
    release();

    await waitFor(() => expect(field).not.toBeInTheDocument());
  });

  it('with a reply rejected because the comment was deleted: keeps the form and its text', async () => {
    const { user, change } = renderComments({ comments: [question] });
    await findCount(1);
    await click(user, question, 'Reply to অরুণ');
    await user.type(screen.getByLabelText('Your reply to অরুণ'), 'শুভ');

    change('deleted', emptyComment(question));
    mockError('post', PATH, 400, "This comment was deleted, so you can't reply to it");
    await user.click(screen.getByRole('button', { name: 'Post reply' }));

    expect(await screen.findByText(/so you can't reply to it/)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Your reply' })).toHaveValue('শুভ');
    expect(getRow(question)).toHaveTextContent('This comment was deleted.');
    await findCount(0);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/^No comments yet/)).toBeVisible();
  });

  it('with an unsent reply: shows it again after a reload, until it is cancelled', async () => {
    const { user, postId } = renderComments();
    await findCount(3);
    await click(user, question, 'Reply to অরুণ');
    await user.type(screen.getByLabelText('Your reply to অরুণ'), 'আধা');
    await user.keyboard('{Escape}');
    expect(screen.queryByLabelText('Your reply to অরুণ')).not.toBeInTheDocument();

    cleanup();
    const again = renderComments({ postId });

    const field = await screen.findByRole('textbox', { name: 'Your reply to অরুণ' });
    expect(field).toHaveValue('আধা');
    expect(field).not.toHaveFocus();
    await again.user.click(screen.getByRole('button', { name: 'Cancel' }));
    cleanup();
    renderComments({ postId });
    await findCount(3);
    expect(screen.queryByRole('textbox', { name: 'Your reply to অরুণ' })).not.toBeInTheDocument();
  });
});

describe('Comments: editing', () => {
  it('of another user’s comment: is not offered; the time of its last edit is shown', async () => {
    renderComments({ comments: [{ ...question, editedAt: minutes(5) }, firstReply], isPostAuthor: true });
    await findCount(2);

    expect(within(getRow(question)).queryByRole('button', { name: /Edit/ })).not.toBeInTheDocument();
    expect(getRow(question)).toHaveTextContent(/10:01 AM · edited Mar 1, 2026, 10:05 AM/);
    expect(getRow(firstReply)).not.toHaveTextContent('edited');
  });

  it('saved: shows the new text marked as edited, and returns the focus', async () => {
    const { user } = renderComments();
    await findCount(3);
    const edited = { ...own, text: 'बहुत ही सुंदर', editedAt: minutes(7) };
    const requests = mockResponse('put', ONE, { comment: edited });

    await click(user, own, 'Edit your comment');
    const field = screen.getByLabelText('Your edited comment');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('बहुत सुंदर');
    await user.clear(field);
    await user.type(field, 'बहुत ही सुंदर');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(getRow(own)).toHaveTextContent(/बहुत ही सुंदर/));
    expect(requests.map(({ body }) => body)).toEqual([{ text: 'बहुत ही सुंदर' }]);
    expect(getRow(own)).toHaveTextContent('edited');
    await waitFor(() =>
      expect(within(getRow(own)).getByRole('button', { name: 'Edit your comment' })).toHaveFocus(),
    );
  });

  it('saved after the user has moved on to another field: leaves the focus there', async () => {
    const { user } = renderComments();
    await findCount(3);
    let respond: (body: { comment: Comment }) => void = () => undefined;
    const response = new Promise<{ comment: Comment }>((resolve) => {
      respond = resolve;
    });
    mockResponse('put', ONE, () => response);
    await click(user, own, 'Edit your comment');
    const field = screen.getByLabelText('Your edited comment');
    await user.type(field, '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await user.click(screen.getByLabelText('Your comment'));
    respond({ comment: { ...own, text: 'बहुत सुंदर!' } });

    await waitFor(() => expect(field).not.toBeInTheDocument());
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(screen.getByLabelText('Your comment')).toHaveFocus();
  });

  it('without a change: sends nothing', async () => {
    const { user } = renderComments();
    await findCount(3);
    const requests = mockResponse('put', ONE, {});

    await click(user, own, 'Edit your comment');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(screen.queryByLabelText('Your edited comment')).not.toBeInTheDocument());
    expect(requests).toEqual([]);
  });

  it('closed with Escape: keeps the changed text for the next time', async () => {
    const { user } = renderComments();
    await findCount(3);

    await click(user, own, 'Edit your comment');
    await user.keyboard('!{Escape}');
    expect(getRow(own)).not.toHaveTextContent('सुंदर!');
    await click(user, own, 'Edit your comment');

    expect(screen.getByLabelText('Your edited comment')).toHaveValue('बहुत सुंदर!');
  });

  it('unsaved: is shown again after a reload, without taking the focus, until it is cancelled', async () => {
    const { user, postId } = renderComments();
    await findCount(3);
    await click(user, own, 'Edit your comment');
    await user.keyboard('!');

    cleanup();
    const again = renderComments({ postId });

    const field = await screen.findByLabelText('Your edited comment');
    expect(field).toHaveValue('बहुत सुंदर!');
    expect(field).not.toHaveFocus();
    expect(screen.getByLabelText('Your comment')).toHaveValue('');
    await again.user.click(within(getRow(own)).getByRole('button', { name: 'Cancel' }));
    await click(again.user, own, 'Edit your comment');
    expect(screen.getByLabelText('Your edited comment')).toHaveValue('बहुत सुंदर');
    cleanup();
    renderComments({ postId });
    await findCount(3);
    expect(screen.queryByLabelText('Your edited comment')).not.toBeInTheDocument();
  });

  it('of a second comment before the first is saved: keeps the text of both', async () => {
    const { user } = renderComments();
    await findCount(3);
    await click(user, own, 'Edit your comment');
    await user.keyboard('!');

    await click(user, firstReply, 'Edit your comment');
    await user.keyboard('?');

    expect(within(getRow(own)).getByRole('textbox')).toHaveValue('बहुत सुंदर!');
    expect(within(getRow(firstReply)).getByRole('textbox')).toHaveValue('दशाश्वमेध?');
  });

  it('changed again while it is being saved: keeps the later text in the field', async () => {
    const { user } = renderComments();
    await findCount(3);
    let sendResponse = () => undefined as unknown;
    const pendingResponse = new Promise((resolve) => {
      sendResponse = () => resolve(undefined);
    });
    const edited = { ...own, text: 'बहुत सुंदर!', editedAt: minutes(7) };
    mockResponse('put', ONE, () => pendingResponse.then(() => ({ comment: edited })));
    await click(user, own, 'Edit your comment');
    await user.keyboard('!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.type(screen.getByLabelText('Your edited comment'), '!');

    sendResponse();

    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'false'),
    );
    expect(screen.getByLabelText('Your edited comment')).toHaveValue('बहुत सुंदर!!');
  });

  it('rejected because the comment was deleted: keeps the text in the field', async () => {
    const { user, change } = renderComments();
    await findCount(3);
    mockError('put', ONE, 404, 'Comment not found');
    await click(user, own, 'Edit your comment');
    await user.type(screen.getByLabelText('Your edited comment'), '!');

    change('deleted', emptyComment(own));
    await user.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText('Comment not found')).toBeInTheDocument();
    expect(screen.getByLabelText('Your edited comment')).toHaveValue('बहुत सुंदर!');
    await user.click(within(getRow(own)).getByRole('button', { name: 'Cancel' }));
    expect(document.getElementById(`comment-${own._id}`)).toBeNull();
  });
});

describe('Comments: drafts for a removed comment', () => {
  it('after a reload: are shown under a note, until they are cancelled', async () => {
    const { user, postId } = renderComments();
    await findCount(3);
    await click(user, question, 'Reply to অরুণ');
    await user.type(screen.getByLabelText('Your reply to অরুণ'), 'আধা');
    await click(user, own, 'Edit your comment');
    await user.keyboard('!');

    cleanup();
    const again = renderComments({ postId, comments: [] });

    expect(await screen.findByRole('textbox', { name: 'Your reply' })).toHaveValue('আধা');
    expect(screen.getByLabelText('Your edited comment')).toHaveValue('बहुत सुंदर!');
    expect(screen.getAllByText('This comment was deleted.')).toHaveLength(2);
    await findCount(0);
    for (const button of screen.getAllByRole('button', { name: 'Cancel' })) await again.user.click(button);
    expect(await screen.findByText(/^No comments yet/)).toBeVisible();
  });
});

describe('Comments: deleting', () => {
  it('a comment with replies: leaves a note and focuses it', async () => {
    const { user } = renderComments({ isPostAuthor: true });
    await findCount(3);
    mockResponse('delete', ONE, { _id: question._id });

    await click(user, question, 'Delete the comment by অরুণ');
    await user.click(screen.getByRole('button', { name: 'Delete comment' }));

    await findCount(2);
    expect(getRow(question)).toHaveTextContent('This comment was deleted.');
    await waitFor(() => expect(getRow(question)).toHaveFocus());
  });

  it('the last reply to a deleted comment: removes both and focuses the next comment', async () => {
    const { user } = renderComments({ comments: [emptyComment(question), firstReply, own] });
    await findCount(2);
    mockResponse('delete', ONE, { _id: firstReply._id });

    await click(user, firstReply, 'Delete the comment by Zoya');
    await user.click(screen.getByRole('button', { name: 'Delete comment' }));

    await findCount(1);
    expect(document.getElementById(`comment-${question._id}`)).toBeNull();
    await waitFor(() => expect(getRow(own)).toHaveFocus());
  });

  it('with another user signed in before the response: shows them nothing', async () => {
    useAuthStore.setState({ user: buildUser(), isAuthenticated: true });
    const { user } = renderComments();
    await findCount(3);
    const { pending, release } = createPendingResponse();
    const requests = mockResponse('delete', ONE, () => pending.then(() => ({ _id: own._id })));
    await click(user, own, 'Delete the comment by Zoya');
    await user.click(screen.getByRole('button', { name: 'Delete comment' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    act(() => useAuthStore.setState({ user: buildUser() }));

    release();

    await findCount(2);
    expect(screen.queryByText('Comment deleted')).not.toBeInTheDocument();
  });

  it('again after a response was lost: removes the comment', async () => {
    const { user } = renderComments();
    await findCount(3);
    mockNetworkError('delete', ONE);
    await click(user, own, 'Delete the comment by Zoya');
    await user.click(screen.getByRole('button', { name: 'Delete comment' }));
    await screen.findByText('Error');
    mockError('delete', ONE, 404, 'Comment not found');

    await click(user, own, 'Delete the comment by Zoya');
    await user.click(screen.getByRole('button', { name: 'Delete comment' }));

    await findCount(2);
    expect(await screen.findByText('Comment deleted')).toBeInTheDocument();
    expect(screen.queryByText(own.text)).not.toBeInTheDocument();
  });
});

describe('Comments: live changes', () => {
  it.each(['Reply to অরুণ', 'Delete the comment by অরুণ'])(
    'deleted by others, with the focus on “%s” and with replies: focuses the note in its place',
    async (name) => {
      const { change } = renderComments({ isPostAuthor: true });
      (await screen.findByRole('button', { name })).focus();

      change('deleted', emptyComment(question));

      expect(getRow(question)).toHaveTextContent('This comment was deleted.');
      expect(getRow(question)).toHaveFocus();
    },
  );

  it('added, changed and deleted by others: are shown and counted once; additions are announced', async () => {
    const { change, postId } = renderComments();
    useBlogStore.setState({ allposts: [buildCard({ _id: postId, commentCount: 3 })] });
    await findCount(3);
    const added = buildComment({ text: 'নতুন', authorId: arun, createdAt: minutes(9) });
    const reply = buildComment({ authorId: arun, parentId: own._id, createdAt: minutes(10) });

    change('added', added);
    change('added', added);
    await findCount(4);
    expect(useBlogStore.getState().allposts[0]?.commentCount).toBe(4);
    expect(await screen.findByText('New comment by অরুণ', undefined, { timeout: 3_000 })).toBeInTheDocument();
    change('changed', { ...added, text: 'আরও নতুন', editedAt: minutes(11) });
    expect(getRow(added)).toHaveTextContent('আরও নতুন');
    change('added', reply);
    change('added', { ...reply, _id: buildId() });
    expect(await screen.findByText('2 new comments', undefined, { timeout: 3_000 })).toBeInTheDocument();
    change('deleted', emptyComment(added));
    change('deleted', emptyComment(own));

    await findCount(4);
    expect(document.getElementById(`comment-${added._id}`)).toBeNull();
    expect(getRow(own)).toHaveTextContent('This comment was deleted.');
    expect(useBlogStore.getState().allposts[0]?.commentCount).toBe(4);
  });

  it('deleting the comment with the focus: focuses its neighbour', async () => {
    const { change } = renderComments();
    await findCount(3);
    within(getRow(own)).getByRole('button', { name: 'Delete the comment by Zoya' }).focus();

    change('deleted', emptyComment(own));

    await waitFor(() => expect(getRow(firstReply)).toHaveFocus());
  });

  it('deleting the last reply to a comment deleted before, on pages not loaded yet: count one deletion', async () => {
    const { change } = renderComments({ count: 60, nextCursor: 'a' });
    await findCount(60);
    const parent = emptyComment(buildComment({ createdAt: minutes(7) }));
    const reply = buildComment({ parentId: parent._id, createdAt: minutes(8) });

    change('deleted', emptyComment(reply));
    change('deleted', parent, { wasDeleted: true });

    await findCount(59);
  });

  it('during a load whose response lacks them: are shown', async () => {
    let sendResponse = () => undefined as unknown;
    const pendingResponse = new Promise((resolve) => {
      sendResponse = () => resolve(undefined);
    });
    const { change } = renderComments();
    const requests = mockResponse('get', PATH, () =>
      pendingResponse.then(() => ({ comments: [question, own], nextCursor: null })),
    );
    await waitFor(() => expect(requests).toHaveLength(1));

    const added = buildComment({ text: 'নতুন', authorId: arun, createdAt: minutes(9) });
    change('added', added);
    change('changed', { ...question, text: 'কোন নৌকা?', editedAt: minutes(9) });
    change('deleted', emptyComment(own));
    sendResponse();

    await findCount(2);
    expect(getRow(added)).toHaveTextContent('নতুন');
    expect(getRow(question)).toHaveTextContent('কোন নৌকা?');
    expect(document.getElementById(`comment-${own._id}`)).toBeNull();
  });

  it('added by the same user again: are announced again', async () => {
    const { change } = renderComments();
    await findCount(3);
    change('added', buildComment({ authorId: arun, createdAt: minutes(9) }));
    const status = await screen.findByText('New comment by অরুণ');
    const { textContent } = status;

    change('added', buildComment({ authorId: arun, createdAt: minutes(10) }));

    // Assistive technology announces only changes of the text.
    await waitFor(() => expect(status.textContent).not.toBe(textContent));
    expect(status).toHaveTextContent('New comment by অরুণ');
  });

  it('by the user on another device: are shown without an announcement', async () => {
    const { change } = renderComments();
    await findCount(3);

    change('added', buildComment({ text: 'मेरी', authorId: ME, createdAt: minutes(9) }));

    await findCount(4);
    expect(screen.queryByText(/^New comment/)).not.toBeInTheDocument();
  });

  it('while the user writes: keep the text and the focus', async () => {
    const { user, change } = renderComments();
    await findCount(3);
    await user.type(screen.getByLabelText('Your comment'), 'आधा');
    await click(user, own, 'Edit your comment');
    await user.keyboard('…');

    change('added', buildComment({ authorId: arun, createdAt: minutes(9) }));
    change('changed', { ...own, text: 'anderswo', editedAt: minutes(8) });

    await findCount(4);
    expect(screen.getByLabelText('Your edited comment')).toHaveValue('बहुत सुंदर…');
    expect(screen.getByLabelText('Your edited comment')).toHaveFocus();
    expect(screen.getByLabelText('Your comment')).toHaveValue('आधा');
  });

  it('with a connection: are watched before they are loaded, and loaded again after a reconnect', async () => {
    const watched: string[] = [];
    const transport = {
      watch: (id: string) => Promise.resolve(watched.push(id) > 0),
      unwatch: vi.fn(),
    };
    setWatchTransport(transport);
    const { postId, requests } = renderComments();
    await findCount(3);
    expect([watched, requests.length]).toEqual([[postId], 1]);
    const missed = buildComment({ authorId: arun, createdAt: minutes(9) });
    const changed = { ...firstReply, text: 'अस्सी', editedAt: minutes(8) };
    const refreshes = mockResponse('get', PATH, { comments: [question, changed, missed], nextCursor: null });

    act(() => resumeWatching());

    await waitFor(() => expect(getRow(missed)).toBeVisible());
    expect(getRow(firstReply)).toHaveTextContent('अस्सी');
    expect(document.getElementById(`comment-${own._id}`)).toBeNull();
    await findCount(3);
    expect(refreshes).toHaveLength(1);
  });
});

describe('Comments: a link to a comment', () => {
  it('on a later page: loads it, scrolls to it and focuses it', async () => {
    const pages = [
      { comments: [question], nextCursor: 'a' },
      { comments: [firstReply], nextCursor: 'b' },
      { comments: [own], nextCursor: null },
    ];
    const postId = buildId();
    mockResponse('get', PATH, () => pages[0]);
    const requests = mockResponse('get', PATH, () => pages.shift());
    render(
      <MemoryRouter initialEntries={[`/post/x#comment-${own._id}`]}>
        <Comments postId={postId} count={3} isPostAuthor={false} ownId={ME._id} />
      </MemoryRouter>,
    );

    await waitFor(() => expect(getRow(own)).toHaveFocus());

    expect(requests).toHaveLength(3);
    expect(getRow(own)).toHaveClass('comment-highlighted');
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
  });

  it('that no longer exists: shows a message', async () => {
    renderComments({ hash: `#comment-${buildId()}` });

    expect(await screen.findByText("The comment you're looking for is no longer here.")).toBeVisible();
  });
});
