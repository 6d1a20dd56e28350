import type { Post } from '@safarnama/contracts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '../stores/auth.store.ts';
import { useUnreadStore } from '../stores/unread.store.ts';
import { buildAuthor, buildCard, buildPost, buildSearchPage, buildUser } from '../testing/factories.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockResponse, signIn, signOut } from '../testing/server.ts';
import { Layout } from './layout.tsx';
import { lazyPage } from './lazy-page.tsx';

const TITLE = 'மீனாட்சி கோயிலில் ஒரு காலை 🛕';

/** Opens home with cards of the other stories and of the story, whose page can be opened. */
function openHome(post: Post, others: readonly Post[] = []) {
  signIn(buildUser());
  mockResponse('get', '/api/post/getposts', {
    posts: [...others, post].map((each) => buildCard({ ...each, excerpt: 'காலை' })),
    nextCursor: null,
  });
  mockResponse('get', '/api/post/getpost/:slug', { post });
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
  return renderApp('/');
}

describe('FocusManager', () => {
  it('after a link: focuses the heading and sets the title, even when the page loads slowly', async () => {
    const user = openHome(buildPost({ blogTitle: TITLE }));

    await user.click(await screen.findByRole('link', { name: new RegExp(TITLE) }));

    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: TITLE })).toHaveFocus());
    expect(document.title).toContain(TITLE);
  });

  it('after Back: focuses the link by which the page was left, once the list has loaded', async () => {
    const user = openHome(buildPost({ blogTitle: TITLE }), [buildPost({ blogTitle: 'নৌকা' })]);
    await user.click(await screen.findByRole('link', { name: new RegExp(TITLE) }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: TITLE })).toHaveFocus());

    act(() => window.history.back());

    await waitFor(() => expect(screen.getByRole('link', { name: new RegExp(TITLE) })).toHaveFocus());
  });

  it('after Back to a page that was scrolled far from the heading and the clicked link: focuses neither', async () => {
    mockResponse('get', '/api/post/search', buildSearchPage());
    const user = openHome(buildPost({ blogTitle: TITLE }));
    await user.click(await screen.findByRole('link', { name: new RegExp(TITLE) }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: TITLE })).toHaveFocus());
    act(() => window.history.back());
    await waitFor(() => expect(screen.getByRole('link', { name: new RegExp(TITLE) })).toHaveFocus());
    // In which the app reads the position of the page.
    await new Promise(requestAnimationFrame);
    Object.assign(window, { scrollY: 5_000 });
    fireEvent.scroll(window);
    Object.assign(window, { scrollY: 0 });
    await user.type(screen.getByRole('combobox'), 'காலை{Enter}');
    const results = await screen.findByRole('heading', { level: 1, name: '“காலை”' });
    await waitFor(() => expect(results).toHaveFocus());

    act(() => window.history.back());

    await waitFor(() => expect(results).not.toBeInTheDocument());
    await screen.findByRole('link', { name: new RegExp(TITLE) });
    expect(document.body).toHaveFocus();
  });

  it('after a key press while the page loads: focuses the name that replaces the placeholder', async () => {
    const author = buildAuthor({ fullName: 'மீரா' });
    let respond = () => {};
    const pending = new Promise<void>((resolve) => {
      respond = resolve;
    });
    signIn(buildUser());
    mockResponse('get', '/api/post/getposts', {
      posts: [buildCard({ authorId: author })],
      nextCursor: null,
    });
    mockResponse('get', '/api/post/by-author/:userId', () =>
      pending.then(() => ({
        author: { ...author, createdAt: '2025-01-01T00:00:00.000Z' },
        places: [],
        posts: [],
        nextCursor: null,
      })),
    );
    const user = renderApp('/');
    await user.click(await screen.findByRole('link', { name: 'மீரா' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());

    await user.keyboard('{Shift}');
    respond();

    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'மீரா' })).toHaveFocus());
  });

  it('on the first page: does not move the focus', async () => {
    signOut();

    renderApp('/about');

    await screen.findByRole('heading', { level: 1, name: 'About Safarnama' });
    expect(document.body).toHaveFocus();
    expect(document.title).toBe('About · Safarnama');
  });

  it('after keyboard navigation: Tab continues from the heading', async () => {
    signIn(buildUser());
    const user = renderApp('/about');
    await screen.findByRole('heading', { level: 1, name: 'About Safarnama' });

    await user.click(screen.getByRole('link', { name: 'Find out who can help' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Contact' });
    // The heading is focused after the page has rendered.
    await waitFor(() => expect(heading).toHaveFocus());

    await user.tab();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Chats' })).toHaveFocus();
  });
});

describe('layout', () => {
  it('with a page whose script could not be loaded: loads it again when the user follows its link again', async () => {
    const load = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    const MapPage = lazyPage(load.mockResolvedValue({ MapPage: () => <h1>Map</h1> }), 'MapPage');
    useAuthStore.setState({ isChecked: true });
    render(
      <MemoryRouter>
        <Link to="/map">Map</Link>
        <Routes>
          <Route element={<Layout />}>
            <Route index element={null} />
            <Route path="/map" element={<MapPage />} />
          </Route>
        </Routes>
      </MemoryRouter>,
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('link', { name: 'Map' }));
    expect(await screen.findByText("This page couldn't be shown")).toBeVisible();

    await user.click(screen.getByRole('link', { name: 'Map' }));

    expect(await screen.findByRole('heading', { name: 'Map' })).toBeVisible();
    // React logs the error that the boundary has caught.
    vi.mocked(console.error).mockClear();
  });

  it('on the first Tab press: offers a link that skips to the content', async () => {
    signIn(buildUser());
    const user = renderApp('/about');
    await screen.findByRole('heading', { level: 1 });

    await user.tab();

    const skip = screen.getByRole('link', { name: 'Skip to content' });
    expect(skip).toHaveFocus();
    const entries = window.history.length;
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
    expect(window.history.length).toBe(entries);
  });

  it('as a guest on an unknown path: links to home and sign-in', async () => {
    signOut();

    renderApp('/पुराना/पता');

    expect(await screen.findByRole('heading', { level: 1, name: 'The road ends here' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Safarnama, home' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
    expect(document.title).toBe('Page not found · Safarnama');
  });

  it.each([
    ['Notifications', '/notifications'],
    ['drafts', '/my-posts?tab=drafts'],
    ['deleted stories', '/my-posts?tab=deleted'],
  ])('while a list is loading, %s: hides the footer, which the list would push down', async (_name, path) => {
    signIn(buildUser());
    for (const url of ['/api/notifications', '/api/drafts', '/api/post/deleted']) {
      mockResponse('get', url, () => new Promise(() => {}));
    }

    renderApp(path);

    // As in components.css; the tests load no styles.
    await waitFor(() => expect(document.querySelector('main:has(h1):has(.hides-footer)')).toBeVisible());
  });

  it('the search box: leads to the results from any page and shows the query', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/search', buildSearchPage());
    const user = renderApp('/about');

    await user.type(await screen.findByRole('combobox', { name: 'Search stories' }), '  காசி {Enter}');

    await waitFor(() => expect(decodeURIComponent(window.location.search)).toBe('?q=காசி'));
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Search stories' })).toHaveValue('காசி'));
  });
});

describe('theme switch', () => {
  it('in the footer and the top bar: both show the same choice, saved on the device', async () => {
    signIn(buildUser());
    const user = renderApp('/about');

    await user.click(await screen.findByRole('radio', { name: 'Dark' }));

    expect(localStorage.getItem('safarnama:theme')).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'Theme: Dark. Change to: System' }));
    expect(screen.getByRole('radio', { name: 'System' })).toBeChecked();
    expect(localStorage.getItem('safarnama:theme')).toBeNull();
  });
});

describe('unread messages', () => {
  async function openAbout(unreadTotal: number) {
    signIn(buildUser());
    renderApp('/about');
    await screen.findByRole('heading', { level: 1 });
    act(() => useUnreadStore.getState().setUnread({ total: unreadTotal, byUser: {} }));
  }
  const withinBar = (bar: string) => within(screen.getByRole('navigation', { name: bar }));

  it.each([
    [0, '', null],
    [1, '1 unread message', '1'],
    [3, '3 unread messages', '3'],
    [99, '99 unread messages', '99'],
    [1_250, '1,250 unread messages', '99+'],
  ])('with %i: both bars describe the count and show a badge up to 99', async (total, description, badge) => {
    await openAbout(total);

    for (const bar of ['Main', 'Quick']) {
      const link = withinBar(bar).getByRole('link', { name: 'Chats' });
      expect(link).toHaveAccessibleDescription(description);
      if (badge === null) expect(link).toHaveTextContent(/^Chats$/);
      else expect(withinBar(bar).getByText(badge)).toBeVisible();
    }
  });
});
