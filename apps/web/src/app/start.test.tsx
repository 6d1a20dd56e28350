import type { Post } from '@safarnama/contracts';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FIRST_REQUESTS } from '../../build/first-pages.ts';
import { getLanguage } from '../i18n/language.ts';
import { createStrings } from '../i18n/strings.ts';
import { TRANSLATIONS } from '../i18n/translations.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useBlogStore } from '../stores/blog.store.ts';
import { buildCard, buildPost, buildUser } from '../testing/factories.ts';
import { fakeSocket } from '../testing/fake-socket.ts';
import { createPendingResponse } from '../testing/pending-response.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, mockResponse, server } from '../testing/server.ts';
import { readSessionHint } from './session-hint.ts';
import { start } from './start.ts';

let requestedPaths: string[] = [];

/** Sets the session hint as the server does. */
function setSessionHint(session: 'none' | 'cookie'): void {
  document.head.insertAdjacentHTML('beforeend', `<meta name="session" content="${session}" />`);
}

/** Puts the prerendered markup of home into the document. */
function prerender(): void {
  document.body.innerHTML = '<div id="root"><div inert>Explore India</div></div>';
}

/** Opens the app at a path as main.tsx does: `start`, then the app. */
async function open(path: string): Promise<void> {
  window.history.replaceState(null, '', path);
  await start();
  renderApp(path);
}

beforeEach(() => {
  requestedPaths = [];
  server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    requestedPaths.push(pathname + search);
  });
});
afterEach(() => server.events.removeAllListeners());

describe('start', () => {
  it('without a session cookie: shows the sign-in page without a placeholder or a request', async () => {
    setSessionHint('none');
    await open('/');

    expect(screen.getByRole('heading', { level: 1, name: 'Sign in to Safarnama' })).toBeVisible();
    expect(window.location.pathname).toBe('/login');
    expect(useAuthStore.getState()).toMatchObject({ isChecked: true, isAuthenticated: false, error: null });
    expect(requestedPaths).toEqual([]);
  });

  it('without a session cookie: opens home after sign-in', async () => {
    const meera = buildUser();
    mockResponse('post', '/api/auth/login', meera);
    mockResponse('get', '/api/auth/check-auth', meera);
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    setSessionHint('none');
    window.history.replaceState(null, '', '/login');
    await start();
    // A busy machine may load the modules of a page slowly.
    await import('../pages/home.page.tsx');
    const user = renderApp('/login');

    await user.type(screen.getByLabelText('Email'), 'meera@example.org');
    await user.type(screen.getByLabelText('Password'), 'namaste');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    await waitFor(() => expect(fakeSocket.userId).toBe(meera._id));
  });

  it('with a cookie, on home: requests the user and the stories before rendering, each once', async () => {
    mockResponse('get', '/api/auth/check-auth', buildUser());
    mockResponse('get', '/api/post/getposts', {
      posts: [buildCard({ blogTitle: 'मुन्नार की सुबह' })],
      nextCursor: null,
    });
    setSessionHint('cookie');
    window.history.replaceState(null, '', '/');
    await start();

    expect([...requestedPaths].sort()).toEqual([...FIRST_REQUESTS].sort());

    renderApp('/');
    expect(await screen.findByRole('heading', { name: 'मुन्नार की सुबह' })).toBeVisible();
    expect(requestedPaths.filter((path) => path.includes('getposts'))).toHaveLength(1);
  });

  it.each(['/?sort=liked', '/?list=following'])(
    'with a cookie, on home with another list, %s: does not request the newest stories',
    async (address) => {
      mockResponse('get', '/api/auth/check-auth', buildUser());
      setSessionHint('cookie');
      window.history.replaceState(null, '', address);
      await start();

      expect(requestedPaths).toEqual([FIRST_REQUESTS[0]]);
    },
  );

  it('with a cookie, on another page: loads its script before rendering', async () => {
    mockResponse('get', '/api/auth/check-auth', buildUser());
    mockResponse('get', '/api/message/get-all-users', []);
    setSessionHint('cookie');
    window.history.replaceState(null, '', '/chat');
    await start();

    renderApp('/chat');
    expect(screen.getByRole('heading', { name: 'Chats' })).toBeInTheDocument();
  });

  it('on a prerendered page: waits until the session is known', async () => {
    const meera = buildUser();
    mockResponse('get', '/api/auth/check-auth', meera);
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    prerender();
    setSessionHint('cookie');
    window.history.replaceState(null, '', '/');
    await start();

    expect(useAuthStore.getState().user).toEqual(meera);
  });

  it('on the page of a story that is already on the screen: renders it without another request', async () => {
    const post = buildPost({ blogTitle: 'मुन्नार की सुबह' });
    mockResponse('get', '/api/auth/check-auth', buildUser());
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    mockResponse('get', '/api/post/by-author/:userId', { posts: [], nextCursor: null });
    window.firstStory = Promise.resolve(post);
    prerender();
    setSessionHint('cookie');
    await open(`/post/${post.slug}`);

    expect(screen.getByRole('heading', { name: 'मुन्नार की सुबह' })).toBeVisible();
    await screen.findByText(/^No comments yet/);
    expect(requestedPaths.filter((path) => path.includes('getpost'))).toEqual([]);
  });

  it('on the page of a story that arrives after the user has left it: does not show it on the new page', async () => {
    let respond: (post: Post) => void = () => undefined;
    window.firstStory = new Promise((resolve) => {
      respond = resolve;
    });
    mockResponse('get', '/api/auth/check-auth', buildUser());
    prerender();
    setSessionHint('cookie');
    window.history.replaceState(null, '', '/post/first');
    await start();
    window.history.replaceState(null, '', '/post/second');
    respond(buildPost({ slug: 'first' }));
    await window.firstStory;
    await vi.dynamicImportSettled();

    expect(useBlogStore.getState().currentPost).toBeNull();
  });

  it('on a prerendered page, while there is no response: resolves, so that the spinner replaces the page', async () => {
    const meera = buildUser();
    let sendResponse: () => void = () => undefined;
    const pendingResponse = new Promise<void>((resolve) => {
      sendResponse = resolve;
    });
    server.use(http.get('*/api/auth/check-auth', () => pendingResponse.then(() => HttpResponse.json(meera))));
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    prerender();
    setSessionHint('cookie');
    window.history.replaceState(null, '', '/');
    await start();

    expect(useAuthStore.getState().isChecked).toBe(false);
    sendResponse();
    await waitFor(() => expect(useAuthStore.getState().user).toEqual(meera));
  });

  it('with the cookie of an ended session: shows the sign-in page', async () => {
    mockError('get', '/api/auth/check-auth', 401, 'Not Authenticated.', 'not_authenticated');
    mockError('get', '/api/post/getposts', 401, 'Not Authenticated.', 'not_authenticated');
    mockResponse('post', '/api/auth/logout', { message: 'Logged out' });
    setSessionHint('cookie');
    await open('/');

    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' })).toBeVisible();
  });

  it('in Hindi, with the cookie of an ended session: logs out', async () => {
    mockError('get', '/api/auth/check-auth', 401, 'Not Authenticated.', 'not_authenticated');
    mockError('get', '/api/post/getposts', 401, 'Not Authenticated.', 'not_authenticated');
    const logouts = mockResponse('post', '/api/auth/logout', { message: 'Logged out' });
    localStorage.setItem('safarnama:language', 'hi');
    setSessionHint('cookie');

    await open('/');

    await waitFor(() => expect(logouts).toHaveLength(1));
    expect(getLanguage()).toBe('hi');
  });

  it.each([
    ['without a hint', () => undefined],
    [
      'that the browser restored from its cache',
      () => {
        setSessionHint('none');
        const navigation = { ...performance.mark('navigation').toJSON(), type: 'back_forward' };
        vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation]);
      },
    ],
  ])('on a page %s: checks the session', async (_name, prepare) => {
    mockResponse('get', '/api/auth/check-auth', buildUser());
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    prepare();
    await open('/');

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    expect(requestedPaths[0]).toBe('/api/auth/check-auth');
  });

  it('with an API on another origin: the session is unknown, because the page cannot know about the API’s cookie', async () => {
    setSessionHint('none');

    expect(readSessionHint('https://api.example.org')).toBe('unknown');
    expect(readSessionHint('')).toBe('none');
  });

  it('on a prerendered page in Hindi whose texts do not arrive: renders it in English after a while', async () => {
    const { pending, release } = createPendingResponse();
    TRANSLATIONS['../locales/hi/late.ts'] = () => pending.then(() => ({}));
    createStrings('late', {});
    document.documentElement.lang = 'hi';
    document.body.innerHTML = '<div id="root"><form></form></div>';
    setSessionHint('none');
    window.history.replaceState(null, '', '/login');
    vi.useFakeTimers();
    let result = '';

    void start().then((started) => {
      result = started;
    });
    await vi
      .waitFor(async () => {
        await vi.advanceTimersByTimeAsync(1_000);
        expect(result).toBe('replace');
      })
      .finally(() => {
        // The other tests share the loaded texts.
        release();
      });

    expect(getLanguage()).toBe('en');
  });
});
