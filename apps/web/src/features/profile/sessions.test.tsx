import type { Session } from '@safarnama/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildSession, buildUser } from '../../testing/factories.ts';
import { fakeSocket } from '../../testing/fake-socket.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { answer, cutLine, refuse, signIn } from '../../testing/server.ts';

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

beforeEach(() => localStorage.clear());

function open(sessions: Session[] = [own, phone, laptop]) {
  signIn(me);
  const seen = answer('get', SESSIONS, { sessions });
  return { person: renderApp('/update-profile/sessions'), seen };
}

const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const signOutButton = (name: string) =>
  screen.findByRole('button', { name: new RegExp(`^Sign out ${name}, `) });

async function row(name: string) {
  const found = (await signOutButton(name)).closest('li');
  if (!found) throw new Error(`no row of ${name}`);
  return within(found);
}

describe('the list of sessions', () => {
  it('reached from the profile: names this device and the others, with their times', async () => {
    signIn(me);
    answer('get', SESSIONS, {
      sessions: [own, { ...phone, lastSeenAt: new Date(Date.now() - 130_000).toISOString() }],
    });
    const person = renderApp('/update-profile');

    // The script of the page comes first, which a busy machine takes its time for.
    const way = { name: /^Where you are signed in/ };
    await person.click(await screen.findByRole('link', way, { timeout: 10_000 }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Where you are signed in' })).toBeVisible();
    await heading('This device');
    expect(screen.getByText('Firefox on Linux')).toBeVisible();
    expect(screen.getByText('In use now')).toBeVisible();
    const other = await row('Firefox on Android');
    expect(other.getByText('Last used 2 minutes ago')).toBeVisible();
    expect(other.getByText(/^Signed in/)).toHaveTextContent(/Feb 28, 2026/);
    expect(screen.queryByText(/Mozilla/)).not.toBeInTheDocument();
    // One other: there is nothing to gather.
    expect(screen.queryByRole('button', { name: 'Sign out all others' })).not.toBeInTheDocument();
    await person.click(screen.getByRole('link', { name: 'Your profile' }));
    expect(window.location.pathname).toBe('/update-profile');
  });

  it('nowhere else: says so', async () => {
    open([own]);

    expect(await screen.findByText('You are signed in nowhere else.')).toBeVisible();
  });

  it('on its way: says so for who cannot see the places that wait', async () => {
    signIn(me);
    answer('get', SESSIONS, () => new Promise<never>(() => undefined));
    renderApp('/update-profile/sessions');

    expect(await screen.findByText('Loading where you are signed in…')).toBeInTheDocument();
  });

  it.each([
    ['refused', () => refuse('get', SESSIONS, 503, 'The database is away'), 'The database is away'],
    ['without an answer', () => cutLine('get', SESSIONS), 'Where you are signed in could not be loaded'],
  ])('%s: says why, and loads at the next try', async (_name, fail, sentence) => {
    signIn(me);
    fail();
    const person = renderApp('/update-profile/sessions');
    expect(await screen.findByText(sentence)).toBeVisible();

    answer('get', SESSIONS, { sessions: [own, phone] });
    await person.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await signOutButton('Firefox on Android')).toBeVisible();
  });

  it('without an answer, and then the line is back: loads by itself', async () => {
    signIn(me);
    cutLine('get', SESSIONS);
    renderApp('/update-profile/sessions');
    await screen.findByText('Where you are signed in could not be loaded');

    answer('get', SESSIONS, { sessions: [own, phone] });
    act(() => void window.dispatchEvent(new Event('online')));

    expect(await signOutButton('Firefox on Android')).toBeVisible();
  });

  it('signed out one by one: each leaves the list, and the focus goes on to the next, then to the heading', async () => {
    const { person } = open();
    const seen = answer('delete', END, { message: 'Signed out' });

    await person.click(await signOutButton('Firefox on Android'));

    expect(await screen.findByText('Signed out: Firefox on Android')).toBeInTheDocument();
    expect(await signOutButton('Chrome on Windows')).toHaveFocus();
    await person.keyboard('{Enter}');
    expect(await screen.findByText('You are signed in nowhere else.')).toBeVisible();
    expect(await heading('Other devices')).toHaveFocus();
    expect(seen.map(({ url }) => url.pathname)).toEqual(
      [phone, laptop].map(({ _id }) => `${SESSIONS}/${_id}`),
    );
  });

  it('one that is signed out already: leaves the list', async () => {
    const { person } = open();
    refuse('delete', END, 404, 'Session not found', 'not_found');

    await person.click(await signOutButton('Firefox on Android'));

    await waitFor(() => expect(screen.queryByText('Firefox on Android')).not.toBeInTheDocument());
  });

  it.each([
    ['refused', () => refuse('delete', END, 503, 'The database is away'), 'The database is away'],
    ['without an answer', () => cutLine('delete', END), 'Not signed out. Please try again.'],
  ])('a sign-out that is %s: says why, and the device stays', async (_name, fail, sentence) => {
    const { person } = open();
    fail();

    await person.click(await signOutButton('Firefox on Android'));

    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(await signOutButton('Firefox on Android')).toBeVisible();
  });

  it('all others: asks first, keeps them at the way back, then signs them out and says so', async () => {
    const { person } = open();
    const seen = answer('post', OTHERS, { message: 'Done' });
    const open1 = await screen.findByRole('button', { name: 'Sign out all others' });

    await person.click(open1);
    expect(screen.getByRole('dialog', { name: 'Sign out all other devices?' })).toHaveTextContent(
      '2 other devices have to sign in again',
    );
    await person.click(screen.getByRole('button', { name: 'Keep them' }));
    expect(open1).toHaveFocus();
    expect(seen).toEqual([]);
    await person.click(open1);
    await person.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out all others' }),
    );

    expect(await screen.findByText('All other devices are signed out')).toBeInTheDocument();
    expect(screen.getByText('You are signed in nowhere else.')).toBeVisible();
    expect(await heading('Other devices')).toHaveFocus();
    expect(seen).toHaveLength(1);
  });

  it('all others, refused: says why, and they stay', async () => {
    const { person } = open();
    cutLine('post', OTHERS);

    await person.click(await screen.findByRole('button', { name: 'Sign out all others' }));
    await person.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out all others' }),
    );

    expect(await screen.findByText('Not signed out. Please try again.')).toBeInTheDocument();
    expect(await signOutButton('Firefox on Android')).toBeVisible();
  });

  it('a sign-in since this one: is marked as new until it was seen', async () => {
    const later = { ...phone, createdAt: '2026-03-02T10:00:00.000Z' };
    const { person } = open([later, own, laptop]);
    expect((await row('Firefox on Android')).getByText('New')).toBeVisible();
    expect((await row('Chrome on Windows')).queryByText('New')).not.toBeInTheDocument();

    await person.click(screen.getByRole('link', { name: 'Your profile' }));
    await person.click(await screen.findByRole('link', { name: /^Where you are signed in/ }));

    expect((await row('Firefox on Android')).queryByText('New')).not.toBeInTheDocument();
  });
});

describe('a session that starts or ends meanwhile', () => {
  async function connected() {
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
  }
  const started = {
    sessionId: phone._id,
    userAgent: phone.userAgent,
    createdAt: new Date().toISOString(),
  };

  it('elsewhere in the app: is told in words, with the way to the list', async () => {
    signIn(me);
    answer('get', SESSIONS, { sessions: [own, phone] });
    answer('get', '/api/post/bookmarks', { posts: [], nextCursor: null });
    const person = renderApp('/bookmarks');
    await connected();

    act(() => fakeSocket.listeners?.onSessionStarted(started));
    act(() => fakeSocket.listeners?.onSessionStarted(started));

    expect(
      await screen.findByText('Firefox on Android signed in to your account just now.'),
    ).toBeInTheDocument();
    await person.click(screen.getByRole('link', { name: 'Was that you?' }));
    expect(await signOutButton('Firefox on Android')).toBeVisible();
    expect(window.location.pathname).toBe('/update-profile/sessions');
  });

  it('while this device was away: is told when it is back, once, with how long ago', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const [early, late] = [
      { ...laptop, createdAt: ago(30) },
      { ...phone, createdAt: ago(2.5) },
    ];
    signIn(me);
    answer('get', SESSIONS, { sessions: [late, own, early] });
    answer('get', '/api/post/bookmarks', { posts: [], nextCursor: null });
    localStorage.setItem(`safarnama:sessions-told:${me._id}`, ago(5));
    renderApp('/bookmarks');
    await connected();

    act(() => fakeSocket.listeners?.onConnect('s1'));

    expect(
      await screen.findByText('Firefox on Android signed in to your account 2 hours ago.'),
    ).toBeInTheDocument();
    expect(screen.queryByText(/^Chrome on Windows signed in/)).not.toBeInTheDocument();
    await waitFor(() =>
      expect(localStorage.getItem(`safarnama:sessions-told:${me._id}`)).toBe(late.createdAt),
    );
  });

  it('before this device was used for the first time: is not told, and nothing is asked for', async () => {
    signIn(me);
    const seen = answer('get', SESSIONS, { sessions: [phone, own] });
    answer('get', '/api/post/bookmarks', { posts: [], nextCursor: null });
    renderApp('/bookmarks');
    await connected();

    act(() => fakeSocket.listeners?.onConnect('s1'));

    expect(localStorage.getItem(`safarnama:sessions-told:${me._id}`)).not.toBeNull();
    await vi.dynamicImportSettled();
    expect(seen).toEqual([]);
  });

  it('told, and dismissed: goes away', async () => {
    signIn(me);
    answer('get', '/api/post/bookmarks', { posts: [], nextCursor: null });
    const person = renderApp('/bookmarks');
    await connected();
    act(() => fakeSocket.listeners?.onSessionStarted(started));

    await person.click(await screen.findByRole('button', { name: 'Dismiss' }));

    await waitFor(() => expect(screen.queryByText(/signed in to your account/)).not.toBeInTheDocument());
  });

  it('while the list is open: it comes and goes without a reload, also after the line was cut', async () => {
    open([own]);
    await screen.findByText('You are signed in nowhere else.');
    await connected();

    answer('get', SESSIONS, { sessions: [own, phone] });
    act(() => fakeSocket.listeners?.onSessionStarted(started));
    expect(await signOutButton('Firefox on Android')).toBeVisible();
    answer('get', SESSIONS, { sessions: [own] });
    act(() => fakeSocket.listeners?.onSessionEnded());
    expect(await screen.findByText('You are signed in nowhere else.')).toBeVisible();
    answer('get', SESSIONS, { sessions: [own, laptop] });
    act(() => fakeSocket.listeners?.onConnect('s2'));
    expect(await signOutButton('Chrome on Windows')).toBeVisible();
  });

  it('while the list is not open: nothing is asked for', async () => {
    signIn(me);
    const seen = answer('get', SESSIONS, { sessions: [own] });
    answer('get', '/api/post/bookmarks', { posts: [], nextCursor: null });
    renderApp('/bookmarks');
    await connected();

    act(() => fakeSocket.listeners?.onSessionEnded());

    await screen.findByRole('heading', { level: 1 });
    await vi.dynamicImportSettled();
    expect(seen).toEqual([]);
  });

  it('this very one: the sign-in page says why, and a guest who opens it later is told, too', async () => {
    const { person } = open();
    await signOutButton('Firefox on Android');
    refuse('get', '/api/auth/check-auth', 401, 'Not Authenticated.', 'session_ended');
    answer('post', '/api/auth/logout', { message: 'Logged out' });
    await connected();

    act(() => fakeSocket.listeners?.onSessionDoubt());

    expect(
      await screen.findByText(/^You were signed out from another device, or by a new password\./),
    ).toBeVisible();
    signIn(me);
    answer('get', SESSIONS, { sessions: [own] });
    answer('post', '/api/auth/login', me);
    await person.type(screen.getByLabelText('Email'), me.email);
    await person.type(screen.getByLabelText('Password'), 'correct-horse{Enter}');
    expect(await screen.findByText('You are signed in nowhere else.')).toBeVisible();
  });
});
