import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useAuthStore } from '../../stores/auth.store.ts';
import { buildUser } from '../../testing/factories.ts';
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
  const person = renderApp('/login');
  const email = await screen.findByLabelText('Email');
  return { person, email, password: screen.getByLabelText('Password') };
}

async function openSignup() {
  signOut();
  const person = renderApp('/signup');
  const name = await screen.findByLabelText('Full name');
  return {
    person,
    name,
    email: screen.getByLabelText('Email'),
    password: screen.getByLabelText('Password'),
    submit: () => person.click(screen.getByRole('button', { name: 'Create Account' })),
  };
}

describe('login form', () => {
  it('empty: each field names what it lacks, the first one has the focus, and nothing is sent', async () => {
    const { person, email, password } = await openLogin();
    const requests = mockResponse('post', LOGIN, buildUser());

    await person.click(screen.getByRole('button', { name: 'Sign in' }));

    expect(email).toBeInvalid();
    expect(email).toHaveAccessibleDescription('Email is required');
    expect(password).toHaveAccessibleDescription('Password is required');
    expect(email).toHaveFocus();
    expect(requests).toEqual([]);
  });

  it('with an address alone: asks for the password only', async () => {
    const { person, email, password } = await openLogin();

    await person.type(email, 'मीरा@उदाहरण.भारत{Enter}');

    expect(email).toHaveAttribute('aria-invalid', 'false');
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument();
    expect(password).toHaveFocus();
  });

  it('refused: shows the server’s reason in an alert, keeps what was typed, and takes it away on a new try', async () => {
    const { person, email, password } = await openLogin();
    mockError('post', LOGIN, 401, 'Invalid email or password', 'invalid_credentials');
    await person.type(email, 'meera@example.org');
    await person.type(password, 'গঙ্গা🌊{Enter}');

    expect(await screen.findByText('Invalid email or password')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Invalid email or password');
    expect(email).toHaveValue('meera@example.org');
    expect(password).toHaveValue('গঙ্গা🌊');
    expect(password).toHaveFocus();

    await person.clear(password);
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    expect(screen.getByText('Password is required')).toBeVisible();
  });

  it.each([
    ['no answer', () => mockNetworkError('post', LOGIN)],
    ['a proxy’s page', () => mockHtmlResponse('post', LOGIN, 502)],
  ])('with %s: says Login Failed, and the same form signs in on the next try', async (_name, fail) => {
    const user = buildUser();
    const { person, email, password } = await openLogin();
    fail();
    await person.type(email, user.email);
    await person.type(password, 'correct-horse{Enter}');
    expect(await screen.findByText('Login Failed')).toBeVisible();
    expect(email).toBeInTheDocument();

    mockResponse('post', LOGIN, user);
    mockResponse('get', '/api/auth/check-auth', user);
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    await person.click(screen.getByRole('button', { name: 'Sign in' }));

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    expect(window.location.pathname).toBe('/');
  });

  it('a check-auth that is tried again meanwhile: leaves the reason under the form', async () => {
    const { person, email, password } = await openLogin();
    mockError('post', LOGIN, 429, 'Too many tries: wait 5 minutes');
    await person.type(email, 'meera@example.org');
    await person.type(password, 'x{Enter}');
    await screen.findByText('Too many tries: wait 5 minutes');

    await useAuthStore.getState().checkAuth();

    expect(screen.getByText('Too many tries: wait 5 minutes')).toBeVisible();
  });

  it('while the answer is awaited: says so, keeps the focus, and sends a second press nowhere', async () => {
    const user = buildUser();
    const { person, email, password } = await openLogin();
    let release = () => undefined as unknown;
    const gate = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    const requests = mockResponse('post', LOGIN, () => gate.then(() => user));
    mockResponse('get', '/api/auth/check-auth', user);
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    await person.type(email, user.email);
    await person.type(password, 'correct-horse');

    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    const busy = await screen.findByRole('button', { name: 'Signing in…' });
    expect(busy).toHaveFocus();
    await person.click(busy);
    release();

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  it('the password: is shown and hidden, by the keyboard too, and stays typed', async () => {
    const { person, password } = await openLogin();
    await person.type(password, 'இரகசியம்');
    expect(password).toHaveAttribute('type', 'password');

    await person.tab();
    expect(screen.getByRole('button', { name: 'Show password' })).toHaveFocus();
    await person.keyboard(' ');

    expect(password).toHaveAttribute('type', 'text');
    expect(password).toHaveValue('இரகசியம்');
    await person.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  it('for a stranger: says what this is, and leads to About, Contact and sign-up', async () => {
    await openLogin();

    expect(screen.getByRole('heading', { name: 'Explore India through real stories' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about');
    expect(screen.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact');
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
    expect(document.title).toBe('Sign in · Safarnama');
    expect(screen.queryByText(/session has ended/)).not.toBeInTheDocument();
  });
});

describe('sign-up form', () => {
  it('empty: asks for all three, each at its field, and sends nothing', async () => {
    const { name, email, password, submit } = await openSignup();
    const requests = mockResponse('post', SIGNUP, buildUser(), { status: 201 });

    await submit();

    expect(name).toHaveAccessibleDescription('Full name is required');
    expect(email).toHaveAccessibleDescription('Email is required');
    expect(password).toHaveAccessibleDescription('Password is required');
    expect(name).toHaveFocus();
    expect(requests).toEqual([]);
  });

  it('with spaces for a name: asks for it', async () => {
    const { person, name, email, password, submit } = await openSignup();
    await person.type(name, '   ');
    await person.type(email, 'a@example.org');
    await person.type(password, 'correct-horse');

    await submit();

    expect(name).toHaveAccessibleDescription('Full name is required');
  });

  it('done right: sends the three, and opens home', async () => {
    const user = buildUser({ fullName: 'தமிழ்ச்செல்வி' });
    const { person, name, email, password, submit } = await openSignup();
    const requests = mockResponse('post', SIGNUP, user, { status: 201 });
    mockResponse('get', '/api/auth/check-auth', user);
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    await person.type(name, ' தமிழ்ச்செல்வி ');
    await person.type(email, ' t@example.org ');
    await person.type(password, ' with spaces ');

    await submit();

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(requests.map(({ body }) => body)).toEqual([
      { fullName: 'தமிழ்ச்செல்வி', email: 't@example.org', password: ' with spaces ' },
    ]);
  });

  it('refused, then without an answer: shows the server’s reason, then Registration Failed; all stays typed', async () => {
    const { person, name, email, password, submit } = await openSignup();
    mockError('post', SIGNUP, 409, 'An account with this email already exists', 'email_taken');
    await person.type(name, 'মীরা সেন');
    await person.type(email, 'taken@example.org');
    await person.type(password, 'correct-horse');

    await submit();
    expect(await screen.findByText('An account with this email already exists')).toBeVisible();
    mockNetworkError('post', SIGNUP);
    await submit();

    expect(await screen.findByText('Registration Failed')).toBeVisible();
    expect(name).toHaveValue('মীরা সেন');
    expect(email).toHaveValue('taken@example.org');
    expect(password).toHaveValue('correct-horse');
  });
});
