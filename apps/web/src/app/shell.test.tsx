import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildCard, buildPost, buildUser } from '../testing/factories.ts';
import { renderApp } from '../testing/render-app.tsx';
import { answer, signIn, signOut } from '../testing/server.ts';

const TITLE = 'மீனாட்சி கோயிலில் ஒரு காலை 🛕';

describe('a new page', () => {
  it('gone to by a link: its heading has the focus and its name is in the title, also when it comes late', async () => {
    const post = buildPost({ blogTitle: TITLE });
    signIn(buildUser());
    answer('get', '/api/post/getposts', {
      posts: [buildCard({ ...post, excerpt: 'காலை' })],
      nextCursor: null,
    });
    answer('get', '/api/post/getpost/:slug', { post });
    answer('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    const person = renderApp('/');

    await person.click(await screen.findByRole('link', { name: new RegExp(TITLE) }));

    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: TITLE })).toHaveFocus());
    expect(document.title).toContain(TITLE);
  });

  it('typed in: leaves the focus where the browser has it', async () => {
    signOut();

    renderApp('/about');

    await screen.findByRole('heading', { level: 1, name: 'About Safarnama' });
    expect(document.body).toHaveFocus();
    expect(document.title).toBe('About · Safarnama');
  });

  it('reached by keyboard: Tab goes on from its heading', async () => {
    signIn(buildUser());
    const person = renderApp('/about');
    await screen.findByRole('heading', { level: 1, name: 'About Safarnama' });

    await person.click(screen.getByRole('link', { name: 'Who answers what' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Contact' })).toHaveFocus();

    // Tab goes on from the heading, not from the start of the page.
    await person.tab();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Chats' })).toHaveFocus();
  });
});

describe('layout', () => {
  it('the first Tab: offers to skip the bars, and leads to the content', async () => {
    signIn(buildUser());
    const person = renderApp('/about');
    await screen.findByRole('heading', { level: 1 });

    await person.tab();

    const skip = screen.getByRole('link', { name: 'Skip to content' });
    expect(skip).toHaveFocus();
    expect(document.querySelector(skip.getAttribute('href') ?? '')).toBe(screen.getByRole('main'));
  });

  it('a guest on an unknown address: has the ways home and in', async () => {
    signOut();

    renderApp('/पुराना/पता');

    expect(await screen.findByRole('heading', { level: 1, name: 'The road ends here' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Safarnama, home' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
    expect(document.title).toBe('Page not found · Safarnama');
  });

  it('search: leads to the results from any page, and holds what was asked', async () => {
    signIn(buildUser());
    answer('get', '/api/post/search', { posts: [], nextCursor: null });
    const person = renderApp('/about');

    await person.type(await screen.findByRole('searchbox', { name: 'Search stories' }), '  காசி {Enter}');

    await waitFor(() => expect(decodeURIComponent(window.location.search)).toBe('?q=காசி'));
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue('காசி'));
  });
});

describe('theme switch', () => {
  beforeEach(() => localStorage.clear());

  it('in the footer and in the top bar: one choice, kept on the device', async () => {
    signIn(buildUser());
    const person = renderApp('/about');

    await person.click(await screen.findByRole('radio', { name: 'Dark' }));

    expect(localStorage.getItem('safarnama:theme')).toBe('dark');
    await person.click(screen.getByRole('button', { name: 'Colours: Dark. Change to: Device' }));
    expect(screen.getByRole('radio', { name: 'Device' })).toBeChecked();
    expect(localStorage.getItem('safarnama:theme')).toBeNull();
  });
});
