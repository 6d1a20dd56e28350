import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildUser } from '../testing/factories.ts';
import { renderApp } from '../testing/render-app.tsx';
import { answer, signOut } from '../testing/server.ts';

const asked = vi.hoisted(() => ({ times: 0 }));

vi.mock('../lib/judge-password.ts', () => {
  asked.times += 1;
  throw new TypeError('Failed to fetch dynamically imported module');
});

const PASSWORD = 'மழை-ghat-7';

describe('a new password, where what weighs it does not come', () => {
  it('at sign-up: is taken without a word on it', async () => {
    signOut();
    const me = buildUser();
    const seen = answer('post', '/api/auth/signup', me, { status: 201 });
    const person = renderApp('/signup');
    await person.type(await screen.findByLabelText('Full name'), me.fullName);
    await person.type(screen.getByLabelText('Email'), me.email);
    const password = screen.getByLabelText('Password');
    await person.type(password, PASSWORD);
    await vi.waitFor(() => expect(asked.times).toBeGreaterThan(0));
    expect(password).toHaveValue(PASSWORD);
    expect(screen.getByLabelText('Full name')).toHaveValue(me.fullName);

    answer('get', '/api/auth/check-auth', me);
    answer('get', '/api/post/getposts', { posts: [], nextCursor: null });
    await person.click(screen.getByRole('button', { name: 'Create Account' }));

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    expect(seen[0]?.body).toMatchObject({ email: me.email, password: PASSWORD });
  });

  it('at a reset: is set', async () => {
    signOut();
    const seen = answer('post', '/api/auth/reset-password', { message: 'Your password is changed' });
    const person = renderApp(`/reset-password#${'a1-_'.repeat(15).slice(0, 59)}`);
    const before = asked.times;
    await person.type(await screen.findByLabelText('New password'), PASSWORD);
    await vi.waitFor(() => expect(asked.times).toBeGreaterThan(before));

    await person.click(screen.getByRole('button', { name: 'Set the password' }));

    expect(await screen.findByText(/^Your password is changed\./)).toBeVisible();
    expect(seen[0]?.body).toMatchObject({ password: PASSWORD });
  });
});
