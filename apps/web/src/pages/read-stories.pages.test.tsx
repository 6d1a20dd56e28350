import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readStories } from '../lib/read-stories.ts';
import { buildCard, buildPost, buildUser } from '../testing/factories.ts';
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
});
