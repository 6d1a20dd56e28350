import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildCard, buildDraft, buildPost, buildUser } from '../../../testing/factories.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockResponse, signIn } from '../../../testing/server.ts';

const NOTE = /This story has unpublished changes\./;
const KEY = '11111111-2222-4333-8444-555555555555';

describe('UnpublishedChanges', () => {
  it('on My Posts: is shown only on the card of the changed story, with a link to the latest draft', async () => {
    const me = buildUser();
    signIn(me);
    const changed = buildCard({ blogTitle: 'नाव', authorId: me });
    mockResponse('get', '/api/post/my-posts', {
      posts: [changed, buildCard({ authorId: me })],
      nextCursor: null,
    });
    const older = buildDraft({ key: KEY.replace('5', '6'), postId: changed._id });
    const latest = buildDraft({ key: KEY, postId: changed._id, updatedAt: '2026-02-04T04:05:06.000Z' });
    mockResponse('get', '/api/drafts', { drafts: [latest, older], nextCursor: null });
    renderApp('/my-posts');

    expect(await screen.findAllByText(NOTE)).toHaveLength(1);
    const card = screen.getByRole('link', { name: 'नाव' }).closest('article');
    const link = within(card as HTMLElement).getByRole('link', { name: /^Continue your changes/ });
    expect(link).toHaveAttribute('href', `/add-posts?draft=${KEY}`);
  });

  it('on the page of the story: is shown to its author', async () => {
    const me = buildUser();
    signIn(me);
    const post = buildPost({ authorId: me });
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    const drafts = [buildDraft({ postId: post._id })];
    const requests = mockResponse('get', '/api/drafts', { drafts, nextCursor: null });
    renderApp(`/post/${encodeURIComponent(post.slug)}`);

    expect(await screen.findByText(NOTE)).toBeVisible();
    expect(requests.map(({ url }) => url.searchParams.get('postId'))).toEqual([post._id]);
  });
});
