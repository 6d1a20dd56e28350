import type { PublicPost } from '@safarnama/contracts';
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { leaveStoryLanguage } from '../i18n/language.ts';
import { setLanguage } from '../i18n/strings.ts';
import { buildAuthor, buildPost, buildUser } from '../testing/factories.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn, signOut } from '../testing/server.ts';

function buildPublicPost(overrides: Partial<PublicPost> = {}): PublicPost {
  const { likedByMe: _liked, bookmarkedByMe: _bookmarked, version: _version, ...post } = buildPost();
  return { ...post, visibility: 'public', ...overrides };
}

const PATH = '/api/public/post/:slug';

describe('the page of a public story', () => {
  it('opened by a guest: shows the story and its author, and invites the guest to sign in', async () => {
    signOut();
    const post = buildPublicPost({ blogTitle: 'जयपुर की सुबह', authorId: buildAuthor({ fullName: 'आशा' }) });
    mockResponse('get', PATH, { post });

    renderApp(`/post/${post.slug}`);

    expect(await screen.findByRole('heading', { level: 1, name: 'जयपुर की सुबह' })).toBeVisible();
    expect(screen.getByText('आशा')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'आशा' })).not.toBeInTheDocument();
    expect(screen.getByRole('complementary', { name: 'Read on with Safarnama' })).toHaveTextContent(
      'ask आशा',
    );
    expect(screen.queryByRole('button', { name: /Like|Bookmark/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: /Comments/ })).not.toBeInTheDocument();
    expect(document.title).toBe('जयपुर की सुबह · Safarnama');
  });

  it.each(['Sign in', 'Sign up'])(
    'by a guest who chooses %s: is the page to which sign-in leads back',
    async (name) => {
      signOut();
      const post = buildPublicPost();
      mockResponse('get', PATH, { post });
      const user = renderApp(`/post/${post.slug}`);
      const [link] = await screen.findAllByRole('link', { name });

      await user.click(link as HTMLElement);

      expect(window.history.state.usr).toMatchObject({ from: { pathname: encodeURI(`/post/${post.slug}`) } });
    },
  );

  it('of a story that guests may not read: leads to sign-in, which leads back', async () => {
    signOut();
    mockError('get', PATH, 404, 'Post not found');

    renderApp('/post/for-members');

    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' })).toBeVisible();
    expect(window.history.state.usr).toMatchObject({ from: { pathname: '/post/for-members' } });
  });

  it('without a response: shows the failure, and the story after a retry', async () => {
    signOut();
    mockNetworkError('get', PATH);
    const post = buildPublicPost({ blogTitle: 'চা' });
    const user = renderApp(`/post/${post.slug}`);
    await screen.findByRole('heading', { level: 1, name: 'Error: Post not found' });
    mockResponse('get', PATH, { post });

    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'চা' })).toBeVisible();
  });

  it.each([
    ['when the page was opened', false],
    ['after a navigation, which has focused the heading of the failure', true],
  ])(
    'retried with the keyboard %s: moves the focus to the content instead of a link of the bar',
    async (_when, isHeadingFocusable) => {
      signOut();
      mockNetworkError('get', PATH);
      const user = renderApp('/post/cha');
      const retry = await screen.findByRole('button', { name: 'Try again' });
      mockResponse('get', PATH, () => new Promise(() => {}));
      if (isHeadingFocusable) screen.getByRole('heading', { level: 1 }).tabIndex = -1;
      retry.focus();

      await user.keyboard('{Enter}');

      expect(retry).not.toBeInTheDocument();
      expect(screen.getByRole('main')).toHaveFocus();
    },
  );

  it('left by a guest: restores the language of the document', async () => {
    signOut();
    document.documentElement.lang = 'hi';
    const post = buildPublicPost();
    mockResponse('get', PATH, { post });
    const user = renderApp(`/post/${post.slug}`);
    await screen.findByRole('heading', { level: 1 });

    await user.click(screen.getAllByRole('link', { name: 'Sign in' })[0] as HTMLElement);

    expect(document.documentElement.lang).toBe('en');
  });

  it('that the server has rendered: keeps the language of the story on the document, and the language of the app on the root element', async () => {
    document.documentElement.lang = 'ta';
    document.body.innerHTML = '<div id="root" lang="en"></div>';
    const root = document.body.firstElementChild;

    await act(() => setLanguage('hi'));
    expect([document.documentElement.lang, root?.getAttribute('lang')]).toEqual(['ta', 'hi']);

    leaveStoryLanguage();
    expect([document.documentElement.lang, root?.getAttribute('lang')]).toEqual(['hi', null]);
  });

  it('opened by a signed-in user: shows the page for members', async () => {
    signIn(buildUser());
    const post = buildPost({ visibility: 'public' });
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });

    renderApp(`/post/${post.slug}`);

    expect(await screen.findByRole('heading', { level: 1, name: post.blogTitle })).toBeVisible();
    expect(screen.queryByText('Read on with Safarnama')).not.toBeInTheDocument();
    act(() => window.history.replaceState(null, '', '/'));
  });
});
