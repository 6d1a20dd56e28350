import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildPost, buildUser } from '../../testing/factories.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { answer, refuse, signIn, signOut } from '../../testing/server.ts';

it('a comment that meets the end of the session: stands in its field again after sign-in', async () => {
  const user = buildUser();
  const post = buildPost();
  signIn(user);
  answer('get', '/api/post/getpost/:slug', { post });
  answer('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
  const person = renderApp(`/post/${post.slug}`);
  await person.type(await screen.findByLabelText('Your comment'), 'কোন নৌকা? 🛶');
  signOut();
  const first = refuse('post', '/api/post/:id/comments', 401, 'Not Authenticated.', 'not_authenticated');

  await person.click(screen.getByRole('button', { name: 'Post comment' }));
  await screen.findByRole('heading', { level: 1, name: 'Welcome back' });
  answer('post', '/api/auth/login', user);
  answer('get', '/api/auth/check-auth', user);
  await person.type(screen.getByLabelText('Email'), user.email);
  await person.type(screen.getByLabelText('Password'), 'correct-horse{Enter}');

  expect(await screen.findByLabelText('Your comment')).toHaveValue('কোন নৌকা? 🛶');
  const again = refuse('post', '/api/post/:id/comments', 503, 'The database is away');
  await person.click(screen.getByRole('button', { name: 'Post comment' }));
  expect(await screen.findByText('The database is away')).toBeInTheDocument();
  // Also the same id: an earlier try may have been stored.
  expect(again[0]?.body).toEqual(first[0]?.body);
});
