import type { User } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { dropSessionData } from '../lib/session-end.ts';
import { buildError, buildUser } from '../testing/factories.ts';
import { holdTimeout } from '../testing/hold-timeout.ts';
import { createPendingResponse } from '../testing/pending-response.ts';
import { mockError, mockHtmlResponse, mockNetworkError, mockResponse } from '../testing/server.ts';
import { useAuthStore } from './auth.store.ts';

const auth = () => useAuthStore.getState();
const input = { email: 'meera@example.org', password: 'गंगा-किनारे-2026' };

describe('auth store', () => {
  it('initially: is loading without a user', () => {
    expect(auth()).toMatchObject({
      user: null,
      loading: true,
      error: null,
      isAuthenticated: false,
      onlineUsers: [],
    });
  });

  it.each([
    ['login', '/api/auth/login', () => auth().login(input)],
    ['signup', '/api/auth/signup', () => auth().signup({ ...input, fullName: 'मीरा' })],
  ] as const)('%s, succeeding: sets the user and isAuthenticated', async (_name, path, runAction) => {
    const user = buildUser();
    const requests = mockResponse('post', path, user);

    const isDone = await runAction();

    expect(isDone).toBe(true);
    expect(auth()).toMatchObject({ user, isAuthenticated: true, loading: false, error: null });
    expect(requests[0]?.body).toMatchObject(input);
  });

  it.each([
    ['login', '/api/auth/login', 'Login Failed', () => auth().login(input)],
    [
      'signup',
      '/api/auth/signup',
      'Registration Failed',
      () => auth().signup({ ...input, fullName: 'मीरा' }),
    ],
  ] as const)(
    '%s, failing: stores the server’s message or the default',
    async (_name, path, fallback, runAction) => {
      mockError('post', path, 409, 'An account with this email already exists');
      await runAction();
      expect(auth().error).toBe('An account with this email already exists');

      mockHtmlResponse('post', path, 502);
      await runAction();
      expect(auth()).toMatchObject({ error: fallback, loading: false, isAuthenticated: false });

      mockNetworkError('post', path);
      expect(await runAction()).toBe(false);
      expect(auth().error).toBe(fallback);
    },
  );

  it('check-auth, rejected: clears the user and sets the specified error message', async () => {
    useAuthStore.setState({ user: buildUser(), isAuthenticated: true });
    mockError('get', '/api/auth/check-auth', 401, 'Not Authenticated.');

    await auth().checkAuth();

    expect(auth()).toMatchObject({
      user: null,
      isAuthenticated: false,
      error: 'Not Authenticated.',
      isChecked: true,
    });
  });

  it.each([
    ['no response', () => mockNetworkError('get', '/api/auth/check-auth')],
    ['503', () => mockError('get', '/api/auth/check-auth', 503, 'Database unavailable')],
    ['a proxy page', () => mockHtmlResponse('get', '/api/auth/check-auth', 502)],
    ['a timeout page', () => mockHtmlResponse('get', '/api/auth/check-auth', 408)],
    ['the refusal of a firewall', () => mockHtmlResponse('get', '/api/auth/check-auth', 403)],
  ])('check-auth with %s: keeps the user signed in', async (_name, mockFailure) => {
    const user = buildUser();
    useAuthStore.setState({ user, isAuthenticated: true });
    mockFailure();

    await auth().checkAuth();

    expect(auth()).toMatchObject({ user, isAuthenticated: true, isUnreachable: true, loading: false });
  });

  it('check-auth without a response: ends after 15 s, so that it can be repeated', async () => {
    const expire = holdTimeout();
    mockResponse('get', '/api/auth/check-auth', () => new Promise(() => {}));

    const checking = auth().checkAuth();
    expire();
    await checking;

    expect(auth()).toMatchObject({ isUnreachable: true, loading: false });
  });

  it('check-auth rejected after a login has completed: is ignored', async () => {
    const user = buildUser();
    let release = () => undefined as unknown;
    const pendingResponse = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    mockResponse(
      'get',
      '/api/auth/check-auth',
      async () => {
        await pendingResponse;
        return { message: 'Not Authenticated.', code: 'x', requestId: 'x' };
      },
      { status: 401 },
    );
    mockResponse('post', '/api/auth/login', user);

    const checking = auth().checkAuth();
    await auth().login(input);
    release();
    await checking;

    expect(auth()).toMatchObject({ user, isAuthenticated: true });
  });

  it.each([
    ['before', () => [auth().checkAuth(), auth().login(input)]],
    ['during', () => [auth().login(input), auth().checkAuth()]],
  ])('check-auth sent %s a login, rejected first: is ignored after the login', async (_name, run) => {
    const user = buildUser();
    const { pending, release } = createPendingResponse();
    mockResponse('post', '/api/auth/login', () => pending.then(() => user));
    const checks = mockError('get', '/api/auth/check-auth', 401, 'Not Authenticated.');
    const errors = new Set<string | null>();
    const unsubscribe = useAuthStore.subscribe(({ error }) => errors.add(error));

    const running = run();
    await expect.poll(() => checks.length).toBe(1);
    // Time for the response to arrive.
    await new Promise((resolve) => setTimeout(resolve, 50));
    release();
    await Promise.all(running);
    unsubscribe();

    expect(auth()).toMatchObject({ user, isAuthenticated: true, loading: false });
    // The app would log out.
    expect([...errors]).toEqual([null]);
  });

  it('check-auth rejected during a login that fails: is applied', async () => {
    const { pending, release } = createPendingResponse();
    mockError('get', '/api/auth/check-auth', 401, 'Not Authenticated.');
    mockResponse('post', '/api/auth/login', () => pending.then(() => buildError('Wrong')), { status: 401 });

    const checking = auth().checkAuth();
    const loggingIn = auth().login(input);
    release();

    expect(await loggingIn).toBe(false);
    await checking;
    expect(auth()).toMatchObject({ user: null, isChecked: true, loading: false });
  });

  it('logout, failing: keeps the user and the online users', async () => {
    const user = buildUser();
    useAuthStore.setState({ user, isAuthenticated: true, onlineUsers: [user._id] });
    mockNetworkError('post', '/api/auth/logout');

    expect(await auth().logout()).toBe(false);

    expect(auth()).toMatchObject({ user, error: 'Logout Failed', onlineUsers: [user._id] });
  });

  it('logout without a response: fails after 15 s, so that it can be repeated', async () => {
    const user = buildUser();
    useAuthStore.setState({ user, isAuthenticated: true });
    const expire = holdTimeout();
    mockResponse('post', '/api/auth/logout', () => new Promise(() => {}));

    const loggingOut = auth().logout();
    expire();

    expect(await loggingOut).toBe(false);
    expect(auth()).toMatchObject({ user, error: 'Logout Failed', loading: false });
  });

  it('logout, succeeding: clears the user, the online users and an earlier error', async () => {
    const user = buildUser();
    useAuthStore.setState({ user, isAuthenticated: true, onlineUsers: [user._id], error: 'Logout Failed' });
    mockResponse('post', '/api/auth/logout', { message: 'Logged out' });

    expect(await auth().logout()).toBe(true);

    expect(auth()).toMatchObject({ user: null, isAuthenticated: false, onlineUsers: [], error: null });
  });

  it('update-profile, rejected: stores the message and its cause', async () => {
    useAuthStore.setState({ user: buildUser(), isAuthenticated: true });
    mockError(
      'put',
      '/api/auth/update-profile',
      403,
      'Please enter your current password',
      'current_password_required',
    );

    expect(await auth().updateProfile({ fullName: 'x', password: 'new-password' })).toBe(false);

    expect(auth()).toMatchObject({
      error: 'Please enter your current password',
      errorCause: { code: 'current_password_required' },
    });
  });

  it('update-profile, without a response: stores the default message', async () => {
    useAuthStore.setState({ user: buildUser(), isAuthenticated: true });
    mockNetworkError('put', '/api/auth/update-profile');

    await auth().updateProfile({ fullName: 'x' });

    expect(auth().error).toBe('Profile Updation Failed');
  });

  it('update-profile, succeeding: sets the user and clears an earlier error', async () => {
    const user = buildUser({ fullName: 'தமிழ்ச்செல்வி' });
    const before = buildUser({ _id: user._id });
    useAuthStore.setState({ user: before, isAuthenticated: true, error: 'Profile Updation Failed' });
    mockResponse('put', '/api/auth/update-profile', user);

    expect(await auth().updateProfile({ fullName: user.fullName })).toBe(true);

    expect(auth()).toMatchObject({ user, error: null, isAuthenticated: true });
  });

  it('update-profile, succeeding after a logout: keeps the user signed out', async () => {
    const user = buildUser();
    useAuthStore.setState({ user, isAuthenticated: true });
    mockResponse('post', '/api/auth/logout', {});
    let respond = () => {};
    const signedOut = new Promise<void>((resolve) => {
      respond = resolve;
    });
    mockResponse('put', '/api/auth/update-profile', async () => {
      await signedOut;
      return user;
    });

    const saved = auth().updateProfile({ fullName: user.fullName });
    await auth().logout();
    respond();

    await saved;
    expect(auth()).toMatchObject({ user: null, isAuthenticated: false, loading: false });
  });

  it('update-profile, pending when the session ends: delays no update of the next session', async () => {
    const [user, next] = [buildUser(), buildUser()];
    useAuthStore.setState({ user, isAuthenticated: true });
    void auth().updateProfile({ fullName: 'x' }, () => new Promise(() => {}));

    useAuthStore.setState({ user: next });
    dropSessionData(user._id);
    mockResponse('put', '/api/auth/update-profile', next);

    expect(await auth().updateProfile({ fullName: next.fullName })).toBe(true);
  });

  describe('saveLanguage', () => {
    /** Stores what is sent, as the server does. @returns the received updates, in order. */
    function mockAccount(user: User) {
      let stored = user;
      mockResponse('get', '/api/auth/check-auth', () => stored);
      return mockResponse('put', '/api/auth/update-profile', ({ body }) => {
        stored = { ...stored, ...(body as Partial<User>) };
        return stored;
      });
    }

    it('called twice: sends one after the other, and sets the user with the last language', async () => {
      const user = buildUser();
      useAuthStore.setState({ user, isAuthenticated: true });
      const requests = mockAccount(user);

      await Promise.all([auth().saveLanguage('hi'), auth().saveLanguage('en')]);

      expect(requests.map(({ body }) => body)).toMatchObject([{ language: 'hi' }, { language: 'en' }]);
      expect(auth().user).toEqual(user);
    });

    it('while the profile is being saved: waits, then sends the new name as well', async () => {
      const user = buildUser();
      useAuthStore.setState({ user, isAuthenticated: true });
      const requests = mockAccount(user);

      await Promise.all([auth().updateProfile({ fullName: 'दीपा' }), auth().saveLanguage('hi')]);

      expect(requests.map(({ body }) => body)).toEqual([
        { fullName: 'दीपा' },
        { fullName: 'दीपा', language: 'hi' },
      ]);
      expect(auth().user).toEqual({ ...user, fullName: 'दीपा', language: 'hi' });
    });

    it('after the name was changed on another device: keeps that name', async () => {
      const user = buildUser({ fullName: 'मीरा' });
      useAuthStore.setState({ user, isAuthenticated: true });
      const requests = mockAccount({ ...user, fullName: 'मीरा नायर' });

      await auth().saveLanguage('hi');

      expect(requests.map(({ body }) => body)).toEqual([{ fullName: 'मीरा नायर', language: 'hi' }]);
      expect(auth().user).toEqual({ ...user, fullName: 'मीरा नायर', language: 'hi' });
    });

    it('without a response to the check: sends nothing, because the known name may be outdated', async () => {
      const user = buildUser();
      useAuthStore.setState({ user, isAuthenticated: true });
      const requests = mockAccount(user);
      mockNetworkError('get', '/api/auth/check-auth');

      await auth().saveLanguage('hi');

      expect(requests).toEqual([]);
      expect(auth()).toMatchObject({ user, loading: false });
    });

    it('with a check that starts in the meantime: ends loading although the response of the check is ignored', async () => {
      const user = buildUser();
      useAuthStore.setState({ user, isAuthenticated: true, loading: false });
      let checking: Promise<void> | null = null;
      let respond = () => {};
      const pendingResponse = new Promise<void>((resolve) => {
        respond = resolve;
      });
      mockResponse('get', '/api/auth/check-auth', () => (checking ? pendingResponse.then(() => user) : user));
      mockResponse('put', '/api/auth/update-profile', () => {
        checking = auth().checkAuth();
        return { ...user, language: 'hi' };
      });

      await auth().saveLanguage('hi');
      respond();
      await checking;

      expect(auth()).toMatchObject({ user: { language: 'hi' }, loading: false });
    });

    it('by a guest: sends nothing', async () => {
      await auth().saveLanguage('hi');

      expect(auth()).toMatchObject({ user: null, error: null });
    });

    it('failing: changes neither the user nor the error, and sends the next language', async () => {
      const user = buildUser();
      useAuthStore.setState({ user, isAuthenticated: true, error: null });
      mockAccount(user);
      mockNetworkError('put', '/api/auth/update-profile');
      expect(await auth().saveLanguage('hi')).toBe(false);
      expect(auth()).toMatchObject({ user, error: null });

      mockAccount(user);
      expect(await auth().saveLanguage('hi')).toBe(true);
      expect(auth().user?.language).toBe('hi');
    });

    it('overtaken by the sign-in of another account: neither sends nor sets the language for that account', async () => {
      const user = buildUser();
      const other = buildUser();
      useAuthStore.setState({ user, isAuthenticated: true });
      mockResponse('get', '/api/auth/check-auth', () => auth().user);
      const requests = mockResponse('put', '/api/auth/update-profile', () => {
        useAuthStore.setState({ user: other });
        return { ...user, language: 'hi' };
      });

      await Promise.all([auth().saveLanguage('hi'), auth().saveLanguage('en')]);

      expect(requests).toHaveLength(1);
      expect(auth().user).toEqual(other);
    });
  });
});
