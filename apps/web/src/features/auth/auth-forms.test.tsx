import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../i18n/strings.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { buildError, buildUser } from '../../testing/factories.ts';
import { fill } from '../../testing/fill.ts';
import { renderApp } from '../../testing/render-app.tsx';
import {
  mockError,
  mockHtmlResponse,
  mockNetworkError,
  mockResponse,
  signOut,
} from '../../testing/server.ts';

const LOGIN = '/api/auth/login';
const SIGNUP = '/api/auth/signup';

async function openLogin() {
  signOut();
  const user = renderApp('/login');
  const email = await screen.findByLabelText('Email');
  return { user, email, password: screen.getByLabelText('Password') };
}

async function openSignup() {
  signOut();
  const user = renderApp('/signup');
  const name = await screen.findByLabelText('Full name');
  return {
    user,
    name,
    email: screen.getByLabelText('Email'),
    password: screen.getByLabelText('Password'),
    submit: () => user.click(screen.getByRole('button', { name: 'Create Account' })),
  };
}

describe('login form', () => {
  it('submitted empty: marks each field, focuses the first one and sends nothing', async () => {
    const { user, email, password } = await openLogin();
    const requests = mockResponse('post', LOGIN, buildUser());

    await user.click(screen.getByRole('button', { name: 'Sign in' }));

    expect(email).toBeInvalid();
    expect(email).toHaveAccessibleDescription('Email is required');
    expect(password).toHaveAccessibleDescription('Password is required');
    expect(email).toHaveFocus();
    expect(requests).toEqual([]);
  });

  it('submitted with Enter in the field that has the error: announces the error each time', async () => {
    const { user, email } = await openLogin();
    await user.type(email, '{Enter}');
    const announced = screen.getByText('Email is required');

    await user.keyboard('{Enter}');

    expect(screen.getByText('Email is required').closest('[aria-live=polite]')).not.toBeNull();
    // Screen readers announce only changes.
    expect(announced).not.toBeInTheDocument();
    expect(email).toHaveAccessibleDescription('Email is required');
  });

  it('without a password: requires only the password', async () => {
    const { user, email, password } = await openLogin();

    fill(email, 'मीरा@उदाहरण.भारत');
    await user.type(email, '{Enter}');

    expect(email).toHaveAttribute('aria-invalid', 'false');
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument();
    expect(password).toHaveFocus();
  });

  it('rejected: shows the server’s reason in an alert, keeps the input and clears the alert on a retry', async () => {
    const { user, email, password } = await openLogin();
    mockError('post', LOGIN, 401, 'Invalid email or password', 'invalid_credentials');
    fill(email, 'meera@example.org');
    fill(password, 'গঙ্গা🌊');
    await user.type(password, '{Enter}');

    expect(await screen.findByText('Invalid email or password')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Invalid email or password');
    expect(email).toHaveValue('meera@example.org');
    expect(password).toHaveValue('গঙ্গা🌊');
    expect(password).toHaveFocus();

    await user.clear(password);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    expect(screen.getByText('Password is required')).toBeVisible();
  });

  it.each([
    ['no response', () => mockNetworkError('post', LOGIN)],
    ['a proxy’s page', () => mockHtmlResponse('post', LOGIN, 502)],
  ])('with %s: shows Login Failed and signs in on a retry', async (_name, mockFailure) => {
    const account = buildUser();
    const { user, email, password } = await openLogin();
    mockFailure();
    fill(email, account.email);
    fill(password, 'correct-horse');
    await user.type(password, '{Enter}');
    expect(await screen.findByText('Login Failed')).toBeVisible();
    expect(email).toBeInTheDocument();

    mockResponse('post', LOGIN, account);
    mockResponse('get', '/api/auth/check-auth', account);
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Sign in' }));

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    expect(window.location.pathname).toBe('/');
  });

  it('a retried check-auth: does not clear the error of the form', async () => {
    const { user, email, password } = await openLogin();
    mockError('post', LOGIN, 429, 'Too many tries: wait 5 minutes');
    fill(email, 'meera@example.org');
    await user.type(password, 'x{Enter}');
    await screen.findByText('Too many tries: wait 5 minutes');

    await useAuthStore.getState().checkAuth();

    expect(screen.getByText('Too many tries: wait 5 minutes')).toBeVisible();
  });

  it('rejected by a limit with a long wait: says in the current language how long', async () => {
    const { user, email, password } = await openLogin();
    mockResponse('post', LOGIN, buildError('Too many requests. Please wait a moment.', 'too_many_requests'), {
      status: 429,
      headers: { 'Retry-After': '798' },
    });
    fill(email, 'meera@example.org');
    await user.type(password, 'x{Enter}');

    expect(await screen.findByText('Too many requests. Please try again in 14 minutes.')).toBeVisible();

    await act(() => setLanguage('hi'));
    expect(screen.getByText('आपने बहुत ज़्यादा बार कोशिश की है। कृपया 14 मिनट बाद फिर कोशिश करें।')).toBeVisible();
  });

  it('while the request is pending: shows progress, keeps the focus and ignores a second click', async () => {
    const account = buildUser();
    const { user, email, password } = await openLogin();
    let sendResponse = () => undefined as unknown;
    const pendingResponse = new Promise((resolve) => {
      sendResponse = () => resolve(undefined);
    });
    const requests = mockResponse('post', LOGIN, () => pendingResponse.then(() => account));
    mockResponse('get', '/api/auth/check-auth', account);
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    fill(email, account.email);
    fill(password, 'correct-horse');

    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const busy = await screen.findByRole('button', { name: 'Signing in…' });
    expect(busy).toHaveFocus();
    await user.click(busy);
    sendResponse();

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  it('the password toggle: shows and hides the password by mouse and keyboard', async () => {
    const { user, password } = await openLogin();
    await user.type(password, 'இரகசியம்');
    expect(password).toHaveAttribute('type', 'password');

    await user.tab();
    expect(screen.getByRole('button', { name: 'Show password' })).toHaveFocus();
    await user.keyboard(' ');

    expect(password).toHaveAttribute('type', 'text');
    expect(password).toHaveValue('இரகசியம்');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  it('for a guest: introduces the site and links to About, Contact and sign-up', async () => {
    await openLogin();

    expect(screen.getByRole('heading', { name: 'Explore India through real stories' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about');
    expect(screen.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact');
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
    expect(document.title).toBe('Sign in · Safarnama');
    expect(screen.queryByText(/session expired/)).not.toBeInTheDocument();
  });
});

describe('sign-up form', () => {
  it('submitted empty: marks all three fields and sends nothing', async () => {
    const { name, email, password, submit } = await openSignup();
    const requests = mockResponse('post', SIGNUP, buildUser(), { status: 201 });

    await submit();

    expect(name).toHaveAccessibleDescription('Full name is required');
    expect(email).toHaveAccessibleDescription('Email is required');
    expect(password).toHaveAccessibleDescription('Password is required');
    expect(name).toHaveFocus();
    expect(requests).toEqual([]);
  });

  it('with a blank name: requires the name', async () => {
    const { user, name, email, password, submit } = await openSignup();
    await user.type(name, '   ');
    fill(email, 'a@example.org');
    fill(password, 'correct-horse');

    await submit();

    expect(name).toHaveAccessibleDescription('Full name is required');
  });

  it('with valid input: sends it and opens the home page', async () => {
    const account = buildUser({ fullName: 'தமிழ்ச்செல்வி' });
    const { name, email, password, submit } = await openSignup();
    const requests = mockResponse('post', SIGNUP, account, { status: 201 });
    mockResponse('get', '/api/auth/check-auth', account);
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    fill(name, ' தமிழ்ச்செல்வி ');
    fill(email, ' t@example.org ');
    fill(password, ' with spaces ');

    await submit();

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(requests.map(({ body }) => body)).toEqual([
      { fullName: 'தமிழ்ச்செல்வி', email: 't@example.org', password: ' with spaces ' },
    ]);
  });

  it('with a name of 60 letters outside of the BMP, which count as one each: sends the whole name', async () => {
    const { user, name, email, password, submit } = await openSignup();
    const requests = mockResponse('post', SIGNUP, buildUser(), { status: 201 });

    await user.click(name);
    await user.paste('𑄌𑄋𑄟'.repeat(20));
    fill(email, 't@example.org');
    fill(password, 'monsoon-kochi-7');
    await submit();

    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.body).toMatchObject({ fullName: '𑄌𑄋𑄟'.repeat(20) });
  });

  it('rejected, then without a response: shows the server’s reason, then Registration Failed, and keeps the input', async () => {
    const { name, email, password, submit } = await openSignup();
    mockError('post', SIGNUP, 409, 'An account with this email already exists', 'email_taken');
    fill(name, 'মীরা সেন');
    fill(email, 'taken@example.org');
    fill(password, 'correct-horse');

    await submit();
    expect(await screen.findByText('An account with this email already exists')).toBeVisible();
    mockNetworkError('post', SIGNUP);
    await submit();

    expect(await screen.findByText('Registration Failed')).toBeVisible();
    expect(name).toHaveValue('মীরা সেন');
    expect(email).toHaveValue('taken@example.org');
    expect(password).toHaveValue('correct-horse');
  });

  it('with several invalid fields: marks all of them, each until it is corrected', async () => {
    const { name, email, password, submit } = await openSignup();
    const requests = mockResponse('post', SIGNUP, buildUser(), { status: 201 });
    fill(email, 'kavya.example.org');
    fill(password, 'गंगा🌊');

    await submit();
    expect(name).toHaveAccessibleDescription('Full name is required');
    expect(email).toHaveAccessibleDescription('Please enter a valid email address');
    expect(password).toHaveAccessibleDescription('Password must be at least 8 characters');
    expect(name).toHaveFocus();
    expect(requests).toEqual([]);

    fill(password, 'correct-horse');
    fill(email, 'kavya@example');
    expect(name).toBeInvalid();
    expect(email).toBeValid();
    expect(password).toBeValid();
  });

  it('rejected for two fields: marks both and focuses the first one', async () => {
    const { name, email, password, submit } = await openSignup();
    const fields = [
      { field: 'email', message: 'Please enter a valid email address' },
      { field: 'password', message: 'Password must be at most 256 characters' },
    ];
    mockResponse('post', SIGNUP, { ...buildError('x', 'invalid'), fields }, { status: 400 });
    fill(name, 'মীরা সেন');
    fill(email, 'meera@example.org');
    fill(password, 'correct-horse');

    await submit();

    await waitFor(() => expect(email).toHaveAccessibleDescription('Please enter a valid email address'));
    expect(password).toHaveAccessibleDescription('Password must be at most 256 characters');
    expect(email).toHaveFocus();
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  });

  it('with an email address that has an account: marks the field and links to sign-in with that address filled in', async () => {
    const message = 'An account with this email already exists';
    const { user, name, email, password, submit } = await openSignup();
    const body = { ...buildError(message, 'email_taken'), fields: [{ field: 'email', message }] };
    mockResponse('post', SIGNUP, body, { status: 409 });
    fill(name, 'মীরা সেন');
    fill(email, 'taken@example.org');
    fill(password, 'correct-horse');

    await submit();
    await waitFor(() => expect(email).toHaveAccessibleDescription(message));
    expect(email).toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Sign in with this email' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' })).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('taken@example.org');
  });
});
