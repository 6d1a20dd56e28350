import { screen } from '@testing-library/react';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import {
  buildCard,
  buildDraft,
  buildPlaceHit,
  buildPlacePage,
  buildPost,
  buildUser,
} from '../testing/factories.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockResponse, signIn } from '../testing/server.ts';

const deployment = vi.hoisted(() => ({ isMissing: true }));

// Simulates scripts that are missing after a deployment.
function fail(): never {
  throw new TypeError('Failed to fetch dynamically imported module');
}
vi.mock('../features/post/writing/draft-list.tsx', async (importOriginal) => {
  const original = await importOriginal<{ DraftList: unknown }>();
  return {
    get DraftList() {
      return deployment.isMissing ? fail() : original.DraftList;
    },
  };
});
vi.mock('../features/post/writing/unpublished-changes.tsx', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  get StoryChanges() {
    return fail();
  },
}));
vi.mock('../features/places/map/place-map.tsx', () => ({
  get PlaceMap() {
    return fail();
  },
}));
vi.mock('../features/places/map/author-map.tsx', () => ({
  get AuthorMap() {
    return fail();
  },
}));
afterEach(() => {
  deployment.isMissing = true;
});
// Components that failed to load would fail again in the other files of this worker.
afterAll(() => {
  vi.resetModules();
});

describe('A script that is missing', () => {
  it('of the drafts: leaves My Posts on the screen, says so, and can be loaded again', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/drafts', { drafts: [buildDraft({ blogTitle: 'घाट' })], nextCursor: null });
    const user = renderApp('/my-posts?tab=drafts');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('heading', { level: 1, name: 'My Posts' })).toBeVisible();
    expect(screen.getByText("This page couldn't be shown")).toBeVisible();
    deployment.isMissing = false;

    await user.click(retry);

    expect(await screen.findByRole('link', { name: 'घाट' })).toBeVisible();
  });

  it('of the note about unpublished changes: shows the story without it', async () => {
    const me = buildUser();
    signIn(me);
    const post = buildPost({ authorId: me });
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    renderApp(`/post/${post.slug}`);

    expect(await screen.findByText(/^No comments yet/)).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Edit Post' })).toBeVisible();
    expect(screen.queryByText("This page couldn't be shown")).not.toBeInTheDocument();
  });

  it('of the map of a place: shows its stories without it', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/place/:slug', { place: buildPlacePage() });
    mockResponse('get', '/api/place/:slug/posts', {
      posts: [buildCard({ blogTitle: 'घाट' })],
      nextCursor: null,
    });
    renderApp('/place/varanasi');

    expect(await screen.findByRole('heading', { level: 3, name: 'घाट' })).toBeVisible();
  });

  it('of the map of an author: shows their stories without it', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/by-author/:userId', {
      author: { ...buildUser(), followerCount: 0, followedByMe: false },
      posts: [buildCard({ blogTitle: 'घाट' })],
      nextCursor: null,
      places: [buildPlaceHit()],
    });
    renderApp('/author/a');

    expect(await screen.findByText(/of 36 states/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'घाट' })).toBeVisible();
  });
});
