import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '../stores/auth.store.ts';
import { buildUser } from '../testing/factories.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn, signOut } from '../testing/server.ts';
import { RequireAuth, RequireGuest } from './guards.tsx';
import { RetryBanner } from './unreachable.tsx';

describe('guards', () => {
  function renderGuards(path: string, state: unknown = null) {
    return render(
      <MemoryRouter initialEntries={[{ pathname: path, state }]}>
        <Routes>
          <Route element={<RequireGuest />}>
            <Route path="/login" element={<h1>sign-in page</h1>} />
          </Route>
          <Route element={<RequireAuth />}>
            <Route path="/" element={<h1>home page</h1>} />
            <Route path="/chat" element={<h1>chat page</h1>} />
            <Route path="/form" element={<input aria-label="text" />} />
          </Route>
        </Routes>
      </MemoryRouter>,
    );
  }

  it('on a protected page during the first check: show only a spinner', () => {
    renderGuards('/chat');

    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  });

  it('on a protected page as a guest: show the sign-in page', () => {
    useAuthStore.setState({ loading: false, isChecked: true });
    renderGuards('/chat');

    expect(screen.getByRole('heading')).toHaveTextContent('sign-in page');
  });

  it.each([
    ['no return location', null, 'home page'],
    ['a return location on this site', { from: { pathname: '/chat' } }, 'chat page'],
    ['a return location on another site', { from: { pathname: '//evil.example' } }, 'home page'],
  ])('on a guest page while signed in, with %s: redirect', (_name, state, page) => {
    useAuthStore.setState({ user: buildUser(), isAuthenticated: true, isChecked: true, loading: false });
    renderGuards('/login', state);

    expect(screen.getByRole('heading')).toHaveTextContent(page);
  });

  it('when another user signs in in another tab: reset the page, including the text in its forms', () => {
    const [previousUser, newUser] = [buildUser(), buildUser()];
    useAuthStore.setState({ user: previousUser, isAuthenticated: true, isChecked: true, loading: false });
    renderGuards('/form');
    const field = screen.getByLabelText('text');
    fireEvent.change(field, { target: { value: 'मेरा' } });

    act(() => useAuthStore.setState({ user: { ...previousUser, fullName: 'मीरा' } }));
    expect(screen.getByLabelText('text')).toHaveValue('मेरा');
    act(() => useAuthStore.setState({ user: newUser }));

    expect(screen.getByLabelText('text')).toHaveValue('');
  });

  it('during a later check while signed in: keep the page mounted', () => {
    useAuthStore.setState({ user: buildUser(), isAuthenticated: true, isChecked: true, loading: true });
    renderGuards('/chat');

    expect(screen.getByRole('heading')).toHaveTextContent('chat page');
  });
});

describe('the first check-auth', () => {
  it('while it runs: shows the full-screen spinner; afterwards: shows the form to a guest', async () => {
    let sendResponse = () => undefined as unknown;
    const pendingResponse = new Promise((resolve) => {
      sendResponse = () => resolve(undefined);
    });
    signOut();
    mockResponse(
      'get',
      '/api/auth/check-auth',
      () =>
        pendingResponse.then(() => ({
          message: 'Not Authenticated.',
          code: 'not_authenticated',
          requestId: 'x',
        })),
      { status: 401 },
    );
    renderApp('/login');
    expect(screen.getByText('Loading')).toBeInTheDocument();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();

    sendResponse();

    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(screen.queryByText('Loading')).not.toBeInTheDocument();
    expect(screen.queryByText('Not Authenticated.')).not.toBeInTheDocument();
  });

  it('rejected: logs out automatically', async () => {
    mockError('get', '/api/auth/check-auth', 401, 'Not Authenticated.', 'not_authenticated');
    const requests = mockResponse('post', '/api/auth/logout', { message: 'Logged out' });

    renderApp('/login');

    await screen.findByLabelText('Email');
    await vi.waitFor(() => expect(requests).toHaveLength(1), { timeout: 10_000 });
    expect(useAuthStore.getState()).toMatchObject({ user: null, isAuthenticated: false });
  });

  it.each([
    ['503', () => mockError('get', '/api/auth/check-auth', 503, 'Database unavailable', 'unavailable')],
    ['no response', () => mockNetworkError('get', '/api/auth/check-auth')],
  ])(
    'with %s on the login page: shows the form under a banner and does not log out',
    async (_name, mockFailure) => {
      mockFailure();

      renderApp('/login');

      expect(await screen.findByText("We can't reach Safarnama. Trying again…")).toBeVisible();
      expect(screen.getByLabelText('Email')).toBeVisible();
    },
  );

  it('without a response on a protected page: shows neither the full-screen spinner nor the sign-in page', async () => {
    mockNetworkError('get', '/api/auth/check-auth');

    renderApp('/bookmarks');

    expect(
      await screen.findByRole('heading', { level: 1, name: "The server isn't responding" }),
    ).toBeVisible();
    expect(screen.queryByText('Loading')).not.toBeInTheDocument();
    expect(window.location.pathname).toBe('/bookmarks');
  });
});

describe('RetryBanner, while the server is unreachable', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  /** Sets the store as after a check without a response; the server stays unreachable until `recover` is called. */
  function renderUnreachable() {
    const checkAuth = vi.fn(async () => undefined);
    useAuthStore.setState({ loading: false, isChecked: true, isUnreachable: true, checkAuth });
    return {
      checkAuth,
      recover: () => act(() => useAuthStore.setState({ isUnreachable: false })),
    };
  }
  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it.each([
    ['2, 4, 8, 16 and then every 30 s at the latest', 1, [2, 4, 8, 16, 30, 30]],
    ['half of these times at the earliest', 0, [1, 2, 4, 8, 15, 15]],
  ])('without a response: retries after %s', async (_, random, delays) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const { checkAuth } = renderUnreachable();
    render(<RetryBanner />);

    for (const [index, seconds] of delays.entries()) {
      await advance(seconds * 1_000 - 1);
      expect(checkAuth).toHaveBeenCalledTimes(index);
      await advance(1);
      expect(checkAuth).toHaveBeenCalledTimes(index + 1);
    }
  });

  it('with a check that takes 15 s to fail: waits after it, no longer than usual', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { checkAuth } = renderUnreachable();
    checkAuth.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 15_000)));
    render(<RetryBanner />);

    await advance(2_000 + 15_000 + 3_999);
    expect(checkAuth).toHaveBeenCalledTimes(1);
    await advance(1);
    expect(checkAuth).toHaveBeenCalledTimes(2);
  });

  it('when the network returns: retries without waiting', async () => {
    const { checkAuth } = renderUnreachable();
    render(<RetryBanner />);

    act(() => void window.dispatchEvent(new Event('online')));

    expect(checkAuth).toHaveBeenCalledTimes(1);
  });

  it('after a response: stops retrying, and starts at 2 s again the next time', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { checkAuth, recover } = renderUnreachable();
    render(<RetryBanner />);
    await advance(2_000);
    await advance(4_000);
    expect(checkAuth).toHaveBeenCalledTimes(2);

    recover();
    await advance(600_000);
    expect(checkAuth).toHaveBeenCalledTimes(2);

    act(() => useAuthStore.setState({ isUnreachable: true }));
    await advance(2_000);
    expect(checkAuth).toHaveBeenCalledTimes(3);
  });
});

describe('RetryBanner', () => {
  it('while offline: shows a banner until the network returns', () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    render(<RetryBanner />);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();

    onLine.mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByRole('status')).toHaveTextContent("You're offline.");

    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('after a response to "Try now": moves the focus to the content', async () => {
    signIn(buildUser());
    renderApp('/about');
    await screen.findByRole('heading', { level: 1 });
    act(() => useAuthStore.setState({ isUnreachable: true }));
    screen.getByRole('button', { name: 'Try now' }).focus();

    act(() => useAuthStore.setState({ isUnreachable: false }));

    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('after a response: disappears, and the requested page opens', async () => {
    mockNetworkError('get', '/api/auth/check-auth');
    renderApp('/');
    await screen.findByRole('heading', { name: "The server isn't responding" });

    signIn(buildUser());
    act(() => void window.dispatchEvent(new Event('online')));

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    expect(screen.queryByText(/can't reach/)).not.toBeInTheDocument();
  });
});
