import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUser } from '../../testing/factories.ts';
import { fill } from '../../testing/fill.ts';
import { renderApp } from '../../testing/render-app.tsx';
import {
  mockError,
  mockHtmlResponse,
  mockNetworkError,
  mockResponse,
  server,
  signIn,
  signOut,
} from '../../testing/server.ts';

const RESET = '/api/auth/reset-password';
const TOKEN = 'a1-_'.repeat(15).slice(0, 59);
const EXPIRED_MESSAGE = 'This link is no longer valid. Ask whoever runs this site for a new one.';

async function open() {
  signOut();
  const user = renderApp(`/reset-password#${TOKEN}`);
  const field = await screen.findByLabelText('New password');
  return {
    user,
    field,
    submit: () => user.click(screen.getByRole('button', { name: 'Set password' })),
  };
}

function mockInvalidLink(): void {
  mockResponse(
    'post',
    RESET,
    {
      message: EXPIRED_MESSAGE,
      code: 'reset_link_invalid',
      requestId: 'x',
      fields: [{ field: 'token', message: EXPIRED_MESSAGE }],
    },
    { status: 400 },
  );
}

describe('reset form', () => {
  it('with a valid link: sets the password, confirms it and links to sign-in', async () => {
    const { user, field, submit } = await open();
    const requests = mockResponse('post', RESET, {
      message: 'Your password has been changed. Please sign in.',
    });
    fill(field, 'monsoon-kochi-7');

    await submit();

    const statusText = await screen.findByText(
      /^Your password has been changed and you've been signed out everywhere/,
    );
    expect(statusText).toHaveFocus();
    expect(requests.map(({ body }) => body)).toEqual([{ token: TOKEN, password: 'monsoon-kochi-7' }]);
    await user.click(screen.getByRole('link', { name: 'Go to sign in' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' })).toBeVisible();
    expect(window.location.hash).toBe('');
  });

  it('submitted empty: requires the password and sends nothing', async () => {
    const { field, submit } = await open();
    const requests = mockResponse('post', RESET, { message: 'x' });

    await submit();

    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription('Password is required');
    expect(requests).toEqual([]);
  });

  it('with a rejected password: shows the reason at the field and keeps the input', async () => {
    const { field, submit } = await open();
    const message = 'Password must be at least 8 characters';
    mockResponse(
      'post',
      RESET,
      { message, code: 'invalid', requestId: 'x', fields: [{ field: 'password', message }] },
      { status: 400 },
    );
    fill(field, 'short');

    await submit();

    expect(await screen.findByText(message)).toBeVisible();
    expect(field).toHaveAccessibleDescription(message);
    expect(field).toHaveFocus();
    expect(field).toHaveValue('short');
  });

  it('with a used or expired link: shows the reason instead of the form, until another link is opened', async () => {
    const { field, submit } = await open();
    mockInvalidLink();
    fill(field, 'monsoon-kochi-7');

    await submit();

    expect(await screen.findByText(EXPIRED_MESSAGE)).toHaveAttribute('role', 'alert');
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to sign in' })).toBeVisible();

    act(() => {
      window.location.hash = TOKEN.replaceAll('a', 'b');
    });
    expect(await screen.findByLabelText('New password')).toHaveValue('');
  });

  it.each([
    ['no response', () => mockNetworkError('post', RESET), "Couldn't set the password. Please try again."],
    [
      'a proxy’s page',
      () => mockHtmlResponse('post', RESET, 502),
      "Couldn't set the password. Please try again.",
    ],
    [
      '503',
      () => mockError('post', RESET, 503, 'The database is unavailable'),
      'The database is unavailable',
    ],
  ])(
    'with %s: shows the reason, keeps the password and succeeds on a retry',
    async (_name, mockFailure, expectedMessage) => {
      const { field, submit } = await open();
      mockFailure();
      fill(field, 'monsoon-kochi-7');

      await submit();
      expect(await screen.findByText(expectedMessage)).toBeVisible();
      expect(field).toHaveValue('monsoon-kochi-7');
      mockResponse('post', RESET, { message: 'Your password has been changed. Please sign in.' });
      await submit();

      expect(await screen.findByText(/^Your password has been changed/)).toBeVisible();
    },
  );

  it('submitted again after a response was lost: says that the password may be set', async () => {
    const { field, submit } = await open();
    mockNetworkError('post', RESET);
    fill(field, 'monsoon-kochi-7');
    await submit();
    await screen.findByText("Couldn't set the password. Please try again.");
    mockInvalidLink();

    await submit();

    expect(await screen.findByText(/^Your earlier attempt may have set the password/)).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Go to sign in' })).toBeVisible();
  });

  it.each([429, 503])('submitted again after a %i: says that the link is invalid', async (status) => {
    const { field, submit } = await open();
    mockError('post', RESET, status, 'Please wait');
    fill(field, 'monsoon-kochi-7');
    await submit();
    await screen.findByText('Please wait');
    mockInvalidLink();

    await submit();

    expect(await screen.findByText(EXPIRED_MESSAGE)).toHaveFocus();
  });

  it.each(['', '#', '#short', `#${TOKEN}x`, `#${TOKEN.slice(1)}%`])(
    'with the link ending in %j: shows that the link is incomplete',
    async (hash) => {
      signOut();
      renderApp(`/reset-password${hash}`);

      expect(await screen.findByText(/^This link is incomplete\./)).toBeVisible();
      expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
    },
  );

  it('while signed in as the same user: sets the password and redirects to sign-in', async () => {
    signIn(buildUser());
    const user = renderApp(`/reset-password#${TOKEN}`);
    fill(await screen.findByLabelText('New password'), 'monsoon-kochi-7');
    server.resetHandlers();
    mockResponse('post', RESET, { message: 'Your password has been changed. Please sign in.' });
    mockError('get', '/api/auth/check-auth', 401, 'Not Authenticated.', 'session_ended');
    mockResponse('post', '/api/auth/logout', { message: 'Logged out' });

    await user.click(screen.getByRole('button', { name: 'Set password' }));

    expect(await screen.findByText(/^Your password has been changed/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Go to sign in' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' })).toBeVisible();
  });
});

describe('password strength hint', () => {
  it('while typing: rates the password in a polite live region and accepts a weak one', async () => {
    const { user, field, submit } = await open();
    const requests = mockResponse('post', RESET, {
      message: 'Your password has been changed. Please sign in.',
    });
    expect(field).toHaveAccessibleDescription('At least 8 characters, in any script.');

    fill(field, 'monsoon-kochi-7');
    const rating = await screen.findByText(/^Hard to guess\./);
    expect(rating.closest('[aria-live="polite"]')).not.toBeNull();
    expect(field).toHaveAccessibleDescription('Hard to guess.');
    await user.clear(field);
    fill(field, 'iloveyou');
    expect(await screen.findByText('Too common. Attackers try it first.')).toBeVisible();
    await submit();

    expect(await screen.findByText(/^Your password has been changed/)).toBeVisible();
    expect(requests.map(({ body }) => body)).toEqual([{ token: TOKEN, password: 'iloveyou' }]);
  });

  it('at sign-up: penalizes parts of the name and email', async () => {
    signOut();
    renderApp('/signup');
    fill(await screen.findByLabelText('Full name'), 'Meenakshi Sundaram');
    fill(screen.getByLabelText('Email'), 'meenakshi@example.org');

    fill(screen.getByLabelText('Password'), 'meenakshi1');

    expect(await screen.findByText(/^Easy to guess: it contains your name/)).toBeVisible();
  });

  it('on the profile: penalizes parts of the user’s name', async () => {
    signIn(buildUser({ fullName: 'Meenakshi Sundaram' }));
    renderApp('/update-profile');

    fill(await screen.findByLabelText('New password'), 'sundaram9');

    expect(await screen.findByText(/^Easy to guess: it contains your name/)).toBeVisible();
  });
});
