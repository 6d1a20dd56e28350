import type { Page } from '@playwright/test';
import { buildPlaceHit } from '../src/testing/factories.ts';
import { expect } from './fixtures.ts';
import { mockResponse, neverRespond, openPage, type ScreenState, SERVER_ERROR } from './screen-state.ts';
import type { World } from './world.ts';

const PLACE = buildPlaceHit({ storyCount: 12, matched: 'Kashi' });

/** Results with everything that a search can find, around real stories. */
async function mockResults(page: Page, { writer, reader, story }: World, found: object = {}) {
  const cards = await page.request.get(`/api/post/by-author/${writer._id}?view=card`);
  const { posts } = await cards.json();
  const json = {
    posts: posts.map((post: { _id: string }) => ({
      ...post,
      matches: post._id === story._id ? { title: [[0, 4]], excerpt: [[4, 9]] } : { title: [], excerpt: [] },
    })),
    nextCursor: null,
    total: posts.length,
    people: [writer, reader].map(({ _id, fullName }) => ({
      _id,
      fullName,
      profilePic: '',
      createdAt: '2026-02-03T04:05:06.000Z',
    })),
    places: [PLACE, { ...PLACE, _id: 'sf-kashid', slug: 'kashid', name: 'Kashid', localName: '' }],
    corrected: null,
    ...found,
  };
  await mockResponse(page, '/post/search', { json });
}

function searchBox(page: Page) {
  return page.getByRole('combobox', { name: 'Search stories' });
}

export const SEARCH_STATES: readonly ScreenState[] = [
  {
    screen: 'search',
    state: 'results',
    viewer: 'reader',
    allRuns: true,
    async show(page, world) {
      await mockResults(page, world);
      await page.goto(`/search?q=${encodeURIComponent('काशी')}`);
      await expect(page.getByRole('link', { name: world.story.blogTitle }).first()).toBeVisible();
    },
  },
  {
    screen: 'search',
    state: 'corrected and filtered',
    viewer: 'reader',
    async show(page, world) {
      await mockResults(page, world, { corrected: 'varanasi', total: 1_000 });
      await page.goto(`/search?q=varanasee&place=varanasi&author=${world.writer._id}&year=2026&sort=newest`);
      await expect(page.getByText('Showing results for')).toBeVisible();
    },
  },
  {
    screen: 'search',
    state: 'no results',
    viewer: 'reader',
    async show(page) {
      await page.goto('/search?q=qqqqzzzz');
      await expect(page.getByText('No stories found')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Newest stories' })).toBeVisible();
    },
  },
  {
    screen: 'search',
    state: 'loading',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/post/search');
      await openPage(page, '/search?q=ghat');
    },
  },
  {
    screen: 'search',
    state: 'failed',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/post/search', SERVER_ERROR);
      await page.goto('/search?q=ghat');
      await expect(page.getByText('Something went wrong')).toBeVisible();
    },
  },
  {
    screen: 'search box',
    state: 'suggestions',
    viewer: 'reader',
    allRuns: true,
    async show(page, { writer, story }) {
      const people = [{ ...writer, profilePic: '', createdAt: '2026-02-03T04:05:06.000Z' }];
      const stories = [story, { slug: 'long', blogTitle: 'சென்னைதிருவல்லிக்கேணிமயிலாப்பூர்'.repeat(3) }];
      await mockResponse(page, '/post/suggest', { json: { places: [PLACE], people, stories } });
      await openPage(page, '/about');
      await searchBox(page).pressSequentially('kashi');
      await expect(page.getByRole('listbox')).toBeVisible();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    screen: 'search box',
    state: 'recent searches',
    viewer: 'reader',
    async show(page, { reader }) {
      await page.addInitScript(
        ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
        [
          'safarnama:recent-searches',
          JSON.stringify([[reader._id, ['जयपुर की सुबह', 'night train to Kanyakumari', 'கோவா']]]),
        ],
      );
      await openPage(page, '/about');
      await searchBox(page).click();
      await expect(page.getByRole('listbox', { name: 'Recent searches' })).toBeVisible();
    },
  },
  {
    screen: 'author',
    state: 'new stories, one read',
    viewer: 'reader',
    async show(page, { writer, reader, story }) {
      await page.addInitScript(
        ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
        ['safarnama:read-stories', JSON.stringify([[reader._id, [story._id]]])],
      );
      await page.clock.install();
      const path = `/post/by-author/${writer._id}`;
      const response = await page.request.get(`/api${path}?view=card&limit=12`);
      const json = await response.json();
      await mockResponse(page, path, { json: { ...json, posts: json.posts.slice(1) } });
      await page.goto(`/author/${writer._id}`);
      await expect(page.getByRole('article').first()).toBeVisible();
      await mockResponse(page, path, { json });
      await page.clock.fastForward(60_000);
      await expect(page.getByRole('button', { name: '1 new story' })).toBeVisible();
    },
  },
];
