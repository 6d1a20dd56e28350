import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildUser } from '../testing/factories.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockResponse, signOut } from '../testing/server.ts';

const loads = vi.hoisted(() => ({ count: 0 }));

vi.mock('./rate-password.ts', () => {
  loads.count += 1;
  throw new TypeError('Failed to fetch dynamically imported module');
});

const PASSWORD = 'மழை-ghat-7';

describe('NewPasswordField: when the rating script fails to load', () => {
  it('at sign-up: accepts the password and shows no rating', async () => {
    signOut();
    const me = buildUser();
    const requests = mockResponse('post', '/api/auth/signup', me, { status: 201 });
    const user = renderApp('/signup');
    await user.type(await screen.findByLabelText('Full name'), me.fullName);
    await user.type(screen.getByLabelText('Email'), me.email);
    const password = screen.getByLabelText('Password');
    await user.type(password, PASSWORD);
    await vi.waitFor(() => expect(loads.count).toBeGreaterThan(0));
    expect(password).toHaveValue(PASSWORD);
    expect(password).toHaveAccessibleDescription('At least 8 characters, in any script.');
    expect(screen.getByLabelText('Full name')).toHaveValue(me.fullName);

    mockResponse('get', '/api/auth/check-auth', me);
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Create Account' }));

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ email: me.email, password: PASSWORD });
  });

  it('at a password reset: sets the password', async () => {
    signOut();
    const requests = mockResponse('post', '/api/auth/reset-password', {
      message: 'Your password has been changed. Please sign in.',
    });
    const user = renderApp(`/reset-password#${'a1-_'.repeat(15).slice(0, 59)}`);
    const before = loads.count;
    await user.type(await screen.findByLabelText('New password'), PASSWORD);
    await vi.waitFor(() => expect(loads.count).toBeGreaterThan(before));

    await user.click(screen.getByRole('button', { name: 'Set password' }));

    expect(await screen.findByText(/^Your password has been changed/)).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ password: PASSWORD });
  });
});
