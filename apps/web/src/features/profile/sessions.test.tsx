import type { Session } from '@safarnama/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useAuthStore } from '../../stores/auth.store.ts';
import { buildSession, buildUser } from '../../testing/factories.ts';
import { fakeSocket } from '../../testing/fake-socket.ts';
import { fill } from '../../testing/fill.ts';
import { createPendingResponse } from '../../testing/pending-response.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn } from '../../testing/server.ts';

const SESSIONS = '/api/auth/sessions';
const END = '/api/auth/sessions/:id';
const OTHERS = '/api/auth/logout-others';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const me = buildUser();
const own = buildSession({ current: true, userAgent: LINUX, createdAt: '2026-03-01T10:00:00.000Z' });
const phone = buildSession({ createdAt: '2026-02-28T10:00:00.000Z' });
const laptop = buildSession({ userAgent: WINDOWS, createdAt: '2026-02-27T10:00:00.000Z' });

function open(sessions: Session[] = [own, phone, laptop]) {
  signIn(me);
  const requests = mockResponse('get', SESSIONS, { sessions });
  return { user: renderApp('/update-profile/sessions'), requests };
}

const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const signOutButton = (name: string) =>
  screen.findByRole('button', { name: new RegExp(`^Sign out ${name}, `) });

async function findRow(name: string) {
  const listItem = (await signOutButton(name)).closest('li');
  if (!listItem) throw new Error(`No row for ${name}`);
  return within(listItem);
}

describe('the list of sessions', () => {
  it('opened from the profile: lists this device and the other devices with their times', async () => {
    signIn(me);
    mockResponse('get', SESSIONS, {
      sessions: [own, { ...phone, lastSeenAt: new Date(Date.now() - 130_000).toISOString() }],
    });
    const user = renderApp('/update-profile');

    // The page is a lazy chunk, which may take a while to load on a busy machine.
    const linkOptions = { name: /^Where you're signed in/ };
    await user.click(await screen.findByRole('link', linkOptions));

    expect(await screen.findByRole('heading', { level: 1, name: "Where you're signed in" })).toBeVisible();
    await heading('This device');
    expect(screen.getByText('Firefox on Linux')).toBeVisible();
    expect(screen.getByText('In use now')).toBeVisible();
    const other = await findRow('Firefox on Android');
    expect(other.getByText('Last used 2 minutes ago')).toBeVisible();
    expect(other.getByText(/^Signed in/)).toHaveTextContent(/Feb 28, 2026/);
    expect(screen.queryByText(/Mozilla/)).not.toBeInTheDocument();
    // Shown only with several other sessions.
    expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Your profile' }));
    expect(window.location.pathname).toBe('/update-profile');
  });

  it('on a device whose clock is an hour fast: shows the times since by the server’s clock', async () => {
    signIn(me);
    const now = new Date(Date.now() - 3_600_000);
    const lastSeenAt = new Date(now.getTime() - 130_000).toISOString();
    mockResponse(
      'get',
      SESSIONS,
      { sessions: [own, { ...phone, lastSeenAt }] },
      { headers: { Date: now.toUTCString() } },
    );
    renderApp('/update-profile/sessions');

    expect((await findRow('Firefox on Android')).getByText('Last used 2 minutes ago')).toBeVisible();
  });

  it('without other sessions: shows the empty state', async () => {
    open([own]);

    expect(await screen.findByText('No other devices are signed in')).toBeVisible();
  });

  it('while loading: announces the loading to screen readers', async () => {
    signIn(me);
    mockResponse('get', SESSIONS, () => new Promise<never>(() => undefined));
    renderApp('/update-profile/sessions');

    expect(await screen.findByText('Loading your devices…')).toBeInTheDocument();
  });

  it.each([
    [
      'rejected',
      () => mockError('get', SESSIONS, 503, 'The database is unavailable'),
      'The database is unavailable',
    ],
    ['without a response', () => mockNetworkError('get', SESSIONS), "Couldn't load your devices"],
  ])('%s: shows the reason and loads on retry', async (_name, mockFailure, message) => {
    signIn(me);
    mockFailure();
    const user = renderApp('/update-profile/sessions');
    expect(await screen.findByText(message)).toBeVisible();

    mockResponse('get', SESSIONS, { sessions: [own, phone] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await signOutButton('Firefox on Android')).toBeVisible();
  });

  it('without a response, then back online: loads automatically', async () => {
    signIn(me);
    mockNetworkError('get', SESSIONS);
    renderApp('/update-profile/sessions');
    await screen.findByText("Couldn't load your devices");

    mockResponse('get', SESSIONS, { sessions: [own, phone] });
    // The listener is added in an effect, some time after the message is shown.
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(screen.getByText('Firefox on Android')).toBeVisible();
    });
    expect(await signOutButton('Firefox on Android')).toBeVisible();
  });

  it('signing out one by one: removes each row and moves the focus to the next row, then to the heading', async () => {
    const { user } = open();
    const requests = mockResponse('delete', END, { message: 'Signed out' });

    await user.click(await signOutButton('Firefox on Android'));

    expect(await screen.findByText('Signed out Firefox on Android')).toBeInTheDocument();
    expect(await signOutButton('Chrome on Windows')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('No other devices are signed in')).toBeVisible();
    expect(await heading('Other devices')).toHaveFocus();
    expect(requests.map(({ url }) => url.pathname)).toEqual(
      [phone, laptop].map(({ _id }) => `${SESSIONS}/${_id}`),
    );
  });

  it('signing out while the focus moves elsewhere: leaves it there', async () => {
    const { user } = open();
    const { pending, release } = createPendingResponse();
    mockResponse('delete', END, () => pending.then(() => ({ message: 'Signed out' })));
    await user.click(await signOutButton('Firefox on Android'));
    screen.getByRole('combobox', { name: 'Search stories' }).focus();

    release();

    expect(await screen.findByText('Signed out Firefox on Android')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Search stories' })).toHaveFocus();
  });

  it('signing out, then leaving and opening the page again before the response: loads the list again', async () => {
    const { user } = open();
    const { pending, release } = createPendingResponse();
    mockResponse('delete', END, () => pending.then(() => ({ message: 'Signed out' })));
    await user.click(await signOutButton('Firefox on Android'));
    await user.click(screen.getByRole('link', { name: 'Your profile' }));
    const list = createPendingResponse();
    onTestFinished(list.release);
    const requests = mockResponse('get', SESSIONS, () =>
      list.pending.then(() => ({ sessions: [own, phone] })),
    );
    await user.click(await screen.findByRole('link', { name: /^Where you're signed in/ }));
    await waitFor(() => expect(requests).toHaveLength(1));

    mockResponse('get', SESSIONS, { sessions: [own, laptop] });
    release();

    expect(await signOutButton('Chrome on Windows')).toBeVisible();
    expect(screen.queryByText('Firefox on Android')).not.toBeInTheDocument();
  });

  it('a session that has already ended: is removed from the list', async () => {
    const { user } = open();
    mockError('delete', END, 404, 'Session not found', 'not_found');

    await user.click(await signOutButton('Firefox on Android'));

    await waitFor(() => expect(screen.queryByText('Firefox on Android')).not.toBeInTheDocument());
  });

  it.each([
    [
      'rejected',
      () => mockError('delete', END, 503, 'The database is unavailable'),
      'The database is unavailable',
    ],
    ['without a response', () => mockNetworkError('delete', END), "Couldn't sign out. Please try again."],
  ])('signing out a device, %s: shows the reason and keeps the row', async (_name, mockFailure, message) => {
    const { user } = open();
    mockFailure();

    await user.click(await signOutButton('Firefox on Android'));

    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(await signOutButton('Firefox on Android')).toBeVisible();
  });

  it('signing out all others: asks for confirmation, then signs them out and shows a toast', async () => {
    const { user } = open();
    const requests = mockResponse('post', OTHERS, { message: 'Done' });
    const opener = await screen.findByRole('button', { name: 'Sign out all other devices' });

    await user.click(opener);
    expect(screen.getByRole('dialog', { name: 'Sign out all other devices?' })).toHaveTextContent(
      "You'll need to sign in again on 2 other devices",
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(opener).toHaveFocus();
    expect(requests).toEqual([]);
    await user.click(opener);
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out all other devices' }),
    );

    expect(await screen.findByText('All other devices signed out')).toBeInTheDocument();
    expect(screen.getByText('No other devices are signed in')).toBeVisible();
    expect(await heading('Other devices')).toHaveFocus();
    expect(requests).toHaveLength(1);
  });

  it('signing out all others, without a response: shows the reason and keeps the rows', async () => {
    const { user } = open();
    mockNetworkError('post', OTHERS);

    await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out all other devices' }),
    );

    expect(await screen.findByText("Couldn't sign out. Please try again.")).toBeInTheDocument();
    expect(await signOutButton('Firefox on Android')).toBeVisible();
  });

  it.each([
    ['one device', 'delete', END],
    ['all others', 'post', OTHERS],
  ] as const)(
    'signing out %s, with another user signed in before the response: changes and shows nothing',
    async (_name, method, path) => {
      const { user } = open();
      const { pending, release } = createPendingResponse();
      const requests = mockResponse(method, path, () => pending.then(() => ({ message: 'Done' })));
      if (path === END) await user.click(await signOutButton('Firefox on Android'));
      else {
        await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
        const dialog = within(screen.getByRole('dialog'));
        await user.click(dialog.getByRole('button', { name: 'Sign out all other devices' }));
      }
      await waitFor(() => expect(requests).toHaveLength(1));
      act(() => useAuthStore.setState({ user: buildUser() }));
      await screen.findByText('Firefox on Android');

      release();
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)));

      expect(screen.getByText('Firefox on Android')).toBeVisible();
      expect(screen.getByText('Chrome on Windows')).toBeVisible();
      expect(screen.queryByText(/signed out/i)).not.toBeInTheDocument();
    },
  );

  it('a sign-in since the last visit: is marked as new on the first visit only', async () => {
    const later = { ...phone, createdAt: '2026-03-02T10:00:00.000Z' };
    const { user } = open([later, own, laptop]);
    expect((await findRow('Firefox on Android')).getByText('New')).toBeVisible();
    expect((await findRow('Chrome on Windows')).queryByText('New')).not.toBeInTheDocument();

    await user.click(screen.getByRole('link', { name: 'Your profile' }));
    await user.click(await screen.findByRole('link', { name: /^Where you're signed in/ }));

    expect((await findRow('Firefox on Android')).queryByText('New')).not.toBeInTheDocument();
  });
});

describe('a session that starts or ends', () => {
  async function waitForSocket() {
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
  }
  const started = {
    sessionId: phone._id,
    userAgent: phone.userAgent,
    createdAt: new Date().toISOString(),
  };

  async function showNotice() {
    signIn(me);
    mockResponse('get', '/api/post/bookmarks', { posts: [], nextCursor: null });
    const user = renderApp('/bookmarks');
    await waitForSocket();
    act(() => fakeSocket.listeners?.sessionStarted(started));
    return user;
  }

  it('started on another device: shows, on any page, a notice with a link to the list', async () => {
    signIn(me);
    mockResponse('get', SESSIONS, { sessions: [own, phone] });
    mockResponse('get', '/api/post/bookmarks', { posts: [], nextCursor: null });
    const user = renderApp('/bookmarks');
    await waitForSocket();

    act(() => fakeSocket.listeners?.sessionStarted(started));
    act(() => fakeSocket.listeners?.sessionStarted(started));

    expect(
      await screen.findByText('Firefox on Android signed in to your account just now.'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Was this you?' }));
    expect(await signOutButton('Firefox on Android')).toBeVisible();
    expect(window.location.pathname).toBe('/update-profile/sessions');
  });

  it('started just now, on a device whose clock is an hour fast: is not an hour old', async () => {
    signIn(me);
    const now = new Date(Date.now() - 3_600_000);
    mockResponse('get', '/api/auth/check-auth', me, { headers: { Date: now.toUTCString() } });
    mockResponse('get', '/api/post/bookmarks', { posts: [], nextCursor: null });
    renderApp('/bookmarks');
    await waitForSocket();

    act(() => fakeSocket.listeners?.sessionStarted({ ...started, createdAt: now.toISOString() }));

    expect(await screen.findByText('Firefox on Android signed in to your account just now.')).toBeVisible();
  });

  it('five minutes ago, while the notice is shown: updates the time in the notice', async () => {
    signIn(me);
    mockResponse('get', '/api/post/bookmarks', { posts: [], nextCursor: null });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true });
    renderApp('/bookmarks');
    await waitForSocket();
    const createdAt = new Date().toISOString();
    // Within `act`, so that the effect that starts the timer of the notice runs before the time passes.
    await act(async () => {
      fakeSocket.listeners?.sessionStarted({ ...started, createdAt });
      await vi.dynamicImportSettled();
    });
    expect(screen.getByText('Firefox on Android signed in to your account just now.')).toBeVisible();

    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));

    expect(screen.getByText('Firefox on Android signed in to your account 5 minutes ago.')).toBeVisible();
  });

  it('while this device was offline: shows one notice after the reconnect, with the elapsed time', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const [early, late] = [
      { ...laptop, createdAt: ago(30) },
      { ...phone, createdAt: ago(2.5) },
    ];
    signIn(me);
    mockResponse('get', SESSIONS, { sessions: [late, own, early] });
    mockResponse('get', '/api/post/bookmarks', { posts: [], nextCursor: null });
    localStorage.setItem(`safarnama:sessions-told:${me._id}`, ago(5));
    renderApp('/bookmarks');
    await waitForSocket();

    act(() => fakeSocket.listeners?.onConnect('s1'));

    expect(
      await screen.findByText('Firefox on Android signed in to your account 2 hours ago.'),
    ).toBeInTheDocument();
    expect(screen.queryByText(/^Chrome on Windows signed in/)).not.toBeInTheDocument();
    await waitFor(() =>
      expect(localStorage.getItem(`safarnama:sessions-told:${me._id}`)).toBe(late.createdAt),
    );
  });

  it('on the first use of this device: shows no notice, and saves the time of the latest sign-in', async () => {
    signIn(me);
    mockResponse('get', SESSIONS, { sessions: [own, phone] });
    mockResponse('get', '/api/post/bookmarks', { posts: [], nextCursor: null });
    renderApp('/bookmarks');
    await waitForSocket();

    act(() => fakeSocket.listeners?.onConnect('s1'));

    // Not the time of the device, whose clock may be fast: the sign-ins before it would be missed.
    await waitFor(() =>
      expect(localStorage.getItem(`safarnama:sessions-told:${me._id}`)).toBe(own.createdAt),
    );
    await vi.dynamicImportSettled();
    expect(screen.queryByText(/signed in to your account/)).not.toBeInTheDocument();
  });

  it('a dismissed notice: disappears and leaves the focus to the page', async () => {
    const user = await showNotice();

    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));

    await waitFor(() => expect(screen.queryByText(/signed in to your account/)).not.toBeInTheDocument());
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('a notice in several tabs, dismissed in one: disappears in the others', async () => {
    const otherTab = new BroadcastChannel('safarnama-sign-in-notices');
    onTestFinished(() => otherTab.close());
    const dismissed = new Promise((resolve) => {
      otherTab.onmessage = ({ data }) => resolve(data);
    });
    const user = await showNotice();
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    expect(await dismissed).toBe(started.sessionId);
    act(() => fakeSocket.listeners?.sessionStarted({ ...started, sessionId: laptop._id }));
    await screen.findByRole('button', { name: 'Dismiss' });

    otherTab.postMessage(laptop._id);

    await waitFor(() => expect(screen.queryByText(/signed in to your account/)).not.toBeInTheDocument());
  });

  it('while the list is open: updates the list, including after a reconnect', async () => {
    open([own]);
    await screen.findByText('No other devices are signed in');
    await waitForSocket();

    mockResponse('get', SESSIONS, { sessions: [own, phone] });
    act(() => fakeSocket.listeners?.sessionStarted(started));
    expect(await signOutButton('Firefox on Android')).toBeVisible();
    mockResponse('get', SESSIONS, { sessions: [own] });
    act(() => fakeSocket.listeners?.sessionEnded({ sessionId: phone._id }));
    expect(await screen.findByText('No other devices are signed in')).toBeVisible();
    mockResponse('get', SESSIONS, { sessions: [own, laptop] });
    act(() => fakeSocket.listeners?.onConnect('s2'));
    expect(await signOutButton('Chrome on Windows')).toBeVisible();
  });

  it.each([
    ['with the focus on the button', false],
    ['while the dialog asks for confirmation', true],
  ])('leaving one other device, %s: moves the focus to the heading', async (_name, isConfirming) => {
    const { user } = open();
    const button = await screen.findByRole('button', { name: 'Sign out all other devices' });
    await waitForSocket();
    if (isConfirming) await user.click(button);
    else act(() => button.focus());

    mockResponse('get', SESSIONS, { sessions: [own, phone] });
    act(() => fakeSocket.listeners?.sessionEnded({ sessionId: laptop._id }));
    await waitFor(() => expect(button).not.toBeInTheDocument());
    if (isConfirming) await user.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(await heading('Other devices')).toHaveFocus();
  });

  it('while the list is closed: requests nothing', async () => {
    signIn(me);
    const requests = mockResponse('get', SESSIONS, { sessions: [own] });
    mockResponse('get', '/api/post/bookmarks', { posts: [], nextCursor: null });
    renderApp('/bookmarks');
    await waitForSocket();

    act(() => fakeSocket.listeners?.sessionEnded({ sessionId: phone._id }));

    await screen.findByRole('heading', { level: 1 });
    await vi.dynamicImportSettled();
    expect(requests).toEqual([]);
  });

  it('when this session has ended: leads to the sign-in page with the reason', async () => {
    const { user } = open();
    await signOutButton('Firefox on Android');
    mockError('get', '/api/auth/check-auth', 401, 'Not Authenticated.', 'session_ended');
    mockResponse('post', '/api/auth/logout', { message: 'Logged out' });
    await waitForSocket();

    act(() => fakeSocket.listeners?.onSessionRejected());

    expect(
      await screen.findByText(/^You were signed out from another device or by a password change\./),
    ).toBeVisible();
    signIn(me);
    mockResponse('get', SESSIONS, { sessions: [own] });
    mockResponse('post', '/api/auth/login', me);
    fill(screen.getByLabelText('Email'), me.email);
    fill(screen.getByLabelText('Password'), 'correct-horse');
    await user.type(screen.getByLabelText('Password'), '{Enter}');
    expect(await screen.findByText('No other devices are signed in')).toBeVisible();
  });

  it.each([
    ['before', true],
    ['after', false],
  ])(
    'when another tab has logged out, %s the server has closed the socket: leads to the sign-in page without a reason',
    async (_name, isReportedFirst) => {
      const otherTab = new BroadcastChannel('safarnama-logout');
      onTestFinished(() => otherTab.close());
      open();
      await signOutButton('Firefox on Android');
      await waitForSocket();
      mockError('get', '/api/auth/check-auth', 401, 'Not Authenticated.', 'session_ended');
      mockResponse('post', '/api/auth/logout', { message: 'Logged out' });
      if (isReportedFirst) otherTab.postMessage(me._id);
      else act(() => fakeSocket.listeners?.onSessionRejected());
      await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' });

      if (!isReportedFirst) otherTab.postMessage(me._id);

      await waitFor(() => expect(screen.queryByText(/^You were signed out/)).not.toBeInTheDocument());
    },
  );
});
