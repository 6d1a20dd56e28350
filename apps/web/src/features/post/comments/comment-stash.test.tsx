import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildPost, buildUser } from '../../../testing/factories.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockError, mockResponse, signIn, signOut } from '../../../testing/server.ts';

it('an unsent comment when the session expires: is restored with its id after sign-in', async () => {
  const me = buildUser();
  const post = buildPost();
  signIn(me);
  mockResponse('get', '/api/post/getpost/:slug', { post });
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
  const user = renderApp(`/post/${post.slug}`);
  await user.type(await screen.findByLabelText('Your comment'), 'কোন নৌকা? 🛶');
  signOut();
  const failedRequests = mockError(
    'post',
    '/api/post/:id/comments',
    401,
    'Not Authenticated.',
    'not_authenticated',
  );

  await user.click(screen.getByRole('button', { name: 'Post comment' }));
  await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' });
  mockResponse('post', '/api/auth/login', me);
  mockResponse('get', '/api/auth/check-auth', me);
  await user.type(screen.getByLabelText('Email'), me.email);
  await user.type(screen.getByLabelText('Password'), 'correct-horse{Enter}');

  expect(await screen.findByLabelText('Your comment')).toHaveValue('কোন নৌকা? 🛶');
  const retries = mockError('post', '/api/post/:id/comments', 503, 'The database is unavailable');
  await user.click(screen.getByRole('button', { name: 'Post comment' }));
  expect(await screen.findByText('The database is unavailable')).toBeInTheDocument();
  // The same id, too: the first attempt may have been stored.
  expect(retries[0]?.body).toEqual(failedRequests[0]?.body);
});
