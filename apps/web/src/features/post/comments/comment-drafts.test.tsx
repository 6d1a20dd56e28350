import type { Comment } from '@safarnama/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { buildAuthor, buildComment, buildPost, buildUser } from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockError, mockResponse, signIn, signOut } from '../../../testing/server.ts';
import {
  createCommentDraft,
  type DraftTarget,
  readCommentDraft,
  removeCommentDraft,
  saveCommentDraft,
} from './comment-drafts.ts';

const COMMENTS = '/api/post/:id/comments';
const COMMENT = '/api/post/:id/comments/:commentId';
const KEY = 'safarnama:comment-drafts';
const TEXT = 'কোন নৌকা? 🛶';
const me = buildUser();

/** Opens a story as after a reload: only what is stored on the device remains of the earlier page. */
function visit(post = buildPost(), viewer = me, comments: Comment[] = []) {
  cleanup();
  useAuthStore.setState(useAuthStore.getInitialState(), true);
  signIn(viewer);
  mockResponse('get', '/api/post/getpost/:slug', { post });
  mockResponse('get', COMMENTS, { comments, nextCursor: null });
  return { post, user: renderApp(`/post/${post.slug}`) };
}

const findField = () => screen.findByLabelText('Your comment');

/** Signs in on the page that is shown after the session has expired. */
async function signInAgain(user: UserEvent): Promise<void> {
  await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' });
  mockResponse('post', '/api/auth/login', me);
  mockResponse('get', '/api/auth/check-auth', me);
  await user.type(screen.getByLabelText('Email'), me.email);
  await user.type(screen.getByLabelText('Password'), 'correct-horse{Enter}');
}

describe('an unsent comment', () => {
  it('when the session expires: is restored with its id after sign-in', async () => {
    const { user } = visit();
    await user.type(await findField(), TEXT);
    signOut();
    mockError('get', '/api/public/post/:slug', 404, 'Post not found', 'not_found');
    const failedRequests = mockError('post', COMMENTS, 401, 'Not Authenticated.', 'not_authenticated');

    await user.click(screen.getByRole('button', { name: 'Post comment' }));
    await signInAgain(user);

    expect(await findField()).toHaveValue(TEXT);
    const retries = mockError('post', COMMENTS, 503, 'The database is unavailable');
    await user.click(screen.getByRole('button', { name: 'Post comment' }));
    expect(await screen.findByText('The database is unavailable')).toBeInTheDocument();
    // Includes the id, because the first attempt may have been stored.
    expect(retries[0]?.body).toEqual(failedRequests[0]?.body);
  });

  it('after leaving the story and going back: is restored', async () => {
    const { user } = visit();
    fill(await findField(), TEXT);

    await user.click(screen.getByRole('link', { name: 'Safarnama, home' }));
    await screen.findByText('No Post Yet');
    act(() => window.history.back());

    expect(await findField()).toHaveValue(TEXT);
  });

  it('after a reload: is restored only for the same user on the same story', async () => {
    const { post } = visit();
    fill(await findField(), TEXT);

    visit(post);
    expect(await findField()).toHaveValue(TEXT);
    visit(buildPost());
    expect(await findField()).toHaveValue('');
    visit(post, buildUser());
    expect(await findField()).toHaveValue('');
  });

  it('once posted, even after leaving the story: is not restored', async () => {
    const { post, user } = visit();
    const field = await findField();
    let sendResponse = () => undefined as unknown;
    const pendingResponse = new Promise((resolve) => {
      sendResponse = () => resolve(undefined);
    });
    const comment = buildComment({ authorId: buildAuthor(me), text: TEXT });
    mockResponse('post', COMMENTS, () => pendingResponse.then(() => ({ comment })), { status: 201 });
    fill(field, TEXT);
    await user.click(screen.getByRole('button', { name: 'Post comment' }));
    await user.click(screen.getByRole('link', { name: 'Safarnama, home' }));
    await screen.findByText('No Post Yet');

    sendResponse();

    await waitFor(() => expect(localStorage.getItem(KEY)).not.toContain(post._id));
    visit(post);
    expect(await findField()).toHaveValue('');
  });

  it('changed in another tab before this tab posts its text: stays on the device', async () => {
    const { post, user } = visit();
    const comment = buildComment({ authorId: buildAuthor(me), text: TEXT });
    mockResponse('post', COMMENTS, { comment }, { status: 201 });
    const field = await findField();
    fill(field, TEXT);
    const target = { userId: me._id, postId: post._id };
    saveCommentDraft({ ...target, threadId: null }, createCommentDraft('নদী'));

    await user.click(screen.getByRole('button', { name: 'Post comment' }));

    await waitFor(() => expect(field).toHaveValue(''));
    expect(readCommentDraft(target)?.text).toBe('নদী');
  });

  /** Removes a draft from the device as another tab does. */
  function removeInOtherTab(target: DraftTarget): void {
    const oldValue = localStorage.getItem(KEY);
    removeCommentDraft(target);
    window.dispatchEvent(
      new StorageEvent('storage', { key: KEY, oldValue, newValue: localStorage.getItem(KEY) }),
    );
  }

  it('while another tab posts another text: is stored again', async () => {
    const { post } = visit();
    fill(await findField(), TEXT);
    const target = { userId: me._id, postId: post._id, threadId: null };
    saveCommentDraft(target, createCommentDraft('ধন্যবাদ'));

    removeInOtherTab(target);

    expect(readCommentDraft(target)?.text).toBe(TEXT);
  });

  it('posted in another tab: is not stored again', async () => {
    const { post } = visit();
    fill(await findField(), TEXT);
    const target = { userId: me._id, postId: post._id, threadId: null };

    removeInOtherTab(target);

    expect(readCommentDraft(target)).toBeNull();
  });

  it('in a browser without storage: is kept in memory', async () => {
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      const { post } = visit();
      fill(await findField(), TEXT);

      visit(post);

      expect(await findField()).toHaveValue(TEXT);
      fill(await findField(), '');
    } finally {
      Storage.prototype.setItem = setItem;
    }
  });
});

describe('the unsaved changes to a comment', () => {
  const own = buildComment({ text: 'কোন নৌকা?', authorId: buildAuthor(me) });
  const findEditor = () => screen.findByLabelText('Your edited comment');

  /** Opens a story and changes the text of its comment without saving. */
  async function change() {
    const { post, user } = visit(buildPost(), me, [own]);
    await user.click(await screen.findByRole('button', { name: 'Edit your comment' }));
    fill(await findEditor(), TEXT);
    return { post, user };
  }

  it('when the session expires: is restored after sign-in', async () => {
    const { user } = await change();
    signOut();
    mockError('get', '/api/public/post/:slug', 404, 'Post not found', 'not_found');
    mockError('put', COMMENT, 401, 'Not Authenticated.', 'not_authenticated');

    await user.click(screen.getByRole('button', { name: 'Save' }));
    await signInAgain(user);

    expect(await findEditor()).toHaveValue(TEXT);
    expect(await findField()).toHaveValue('');
  });

  it('after leaving the story and going back: is restored', async () => {
    const { user } = await change();

    await user.click(screen.getByRole('link', { name: 'Safarnama, home' }));
    await screen.findByText('No Post Yet');
    act(() => window.history.back());

    expect(await findEditor()).toHaveValue(TEXT);
  });

  it('once saved, even after leaving the story: is not restored', async () => {
    const { post, user } = await change();
    let sendResponse = () => undefined as unknown;
    const pendingResponse = new Promise((resolve) => {
      sendResponse = () => resolve(undefined);
    });
    const comment = { ...own, text: TEXT };
    mockResponse('put', COMMENT, () => pendingResponse.then(() => ({ comment })));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('link', { name: 'Safarnama, home' }));
    await screen.findByText('No Post Yet');
    expect(localStorage.getItem(KEY)).toContain(post._id);

    sendResponse();

    await waitFor(() => expect(localStorage.getItem(KEY)).not.toContain(post._id));
    visit(post, me, [comment]);
    expect(await screen.findByRole('button', { name: 'Edit your comment' })).toBeVisible();
  });
});
