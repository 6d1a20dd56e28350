import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { readStories } from '../lib/read-stories.ts';
import { buildCard, buildPost, buildSavedPost, buildUser } from '../testing/factories.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockResponse, signIn } from '../testing/server.ts';

describe('a story that was opened', () => {
  it('in a list: is shown as read, for this user only', async () => {
    const me = buildUser();
    const card = buildCard({ blogTitle: 'দুই' });
    signIn(me);
    mockResponse('get', '/api/post/getposts', { posts: [card, buildCard()], nextCursor: null });
    const post = buildPost({ _id: card._id, slug: card.slug, blogTitle: card.blogTitle });
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    const user = renderApp('/');
    expect(await screen.findAllByRole('article')).toHaveLength(2);
    expect(screen.queryByText('Read')).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'দুই' }));
    await screen.findByRole('heading', { level: 1, name: 'দুই' });

    act(() => window.history.back());

    await screen.findByRole('heading', { name: 'Stories from the road' });
    const [opened, other] = screen.getAllByRole('article');
    expect(within(opened as HTMLElement).getByText('Read')).toBeVisible();
    expect(within(other as HTMLElement).queryByText('Read')).not.toBeInTheDocument();
    expect([...readStories.read(me._id)]).toEqual([card._id]);
    expect(readStories.read(buildUser()._id).size).toBe(0);
  });

  it.each([
    ['', false],
    [', after a jump in the contents of that story', true],
  ])(
    'below another story%s: is shown there after Back, as read, unlike one that was read before',
    async (_, jumps) => {
      vi.stubGlobal(
        'IntersectionObserver',
        class {
          callback: (entries: Partial<IntersectionObserverEntry>[]) => void;
          constructor(callback: (entries: Partial<IntersectionObserverEntry>[]) => void) {
            this.callback = callback;
          }
          observe(target: Element) {
            queueMicrotask(() => this.callback([{ isIntersecting: true, target, rootBounds: null }]));
          }
          disconnect() {}
        },
      );
      const me = buildUser();
      const blogHtml = ['ঘাট', 'নদী', 'সকাল', 'বাজার'].map((text) => `<h2>${text}</h2>`).join('');
      const [first, related] = [buildPost({ blogTitle: 'এক', blogHtml }), buildPost({ blogTitle: 'দুই' })];
      const known = buildCard({ blogTitle: 'তিন' });
      readStories.add(me._id, known._id);
      signIn(me);
      mockResponse('get', '/api/post/getpost/:slug', ({ url }) => ({
        post: [first, related].find(({ slug }) => decodeURIComponent(url.pathname).endsWith(slug)),
      }));
      mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
      mockResponse('get', '/api/post/by-author/:userId', { posts: [], nextCursor: null, author: me });
      mockResponse('get', '/api/post/:id/related', { posts: [] });
      mockResponse('get', `/api/post/${first._id}/related`, {
        posts: [buildSavedPost(related).card, known].map((card) => ({ ...card, relation: 'similar' })),
      });
      const requests = mockResponse('get', `/api/post/${related._id}/related`, {
        posts: [{ ...buildSavedPost(first).card, relation: 'similar' }],
      });
      const user = renderApp(`/post/${encodeURIComponent(first.slug)}`);
      const link = await screen.findByRole('link', { name: 'দুই' });
      if (jumps) {
        const contents = within(screen.getByRole('navigation', { name: 'In this story' }));
        await user.click(contents.getByText('বাজার'));
      }
      await user.click(link);
      await screen.findByRole('heading', { level: 1, name: 'দুই' });
      await waitFor(() => expect(requests).toHaveLength(1));
      await act(async () => undefined);
      // The first story, which has been read, is not offered below the second one.
      expect(screen.queryByRole('link', { name: 'এক' })).not.toBeInTheDocument();

      act(() => window.history.back());

      await screen.findByRole('heading', { level: 1, name: 'এক' });
      const region = await screen.findByRole('region', { name: 'Similar stories' });
      expect(within(region).getByRole('link', { name: 'দুই' })).toBeVisible();
      expect(within(region).getAllByRole('article')).toHaveLength(1);
      expect(within(region).getByText('Read')).toBeVisible();
    },
  );
});
