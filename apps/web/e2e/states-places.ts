import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import {
  expectHeading,
  mockResponse,
  neverRespond,
  openPage,
  type ScreenState,
  SERVER_ERROR,
} from './screen-state.ts';
import type { World } from './world.ts';

const PLACE = {
  _id: 'gn-1253405',
  slug: 'varanasi',
  name: 'Varanasi',
  localName: 'वाराणसी',
  kind: 'town',
  state: 'Uttar Pradesh',
  district: 'Varanasi',
  lat: 25.3176,
  lon: 83.0059,
  storyCount: 12,
  matched: 'Varanasi',
};
const DISTRICT = { ...PLACE, _id: 'sf-d', slug: 'varanasi-varanasi', kind: 'district', localName: '' };
const OTHERS = [
  { ...PLACE, _id: 'a', slug: 'sarnath', name: 'Sarnath', localName: 'सारनाथ', storyCount: 3 },
  { ...PLACE, _id: 'b', slug: 'buxar', name: 'Buxar', localName: 'बक्सर', state: 'Bihar', storyCount: 1 },
  {
    ...PLACE,
    _id: 'c',
    slug: 'x',
    name: 'Thiruvananthapuram Padmanabhaswamy Temple',
    localName: '',
    storyCount: 1,
  },
];
const PARTS = [
  { ...PLACE, _id: 'd', slug: 'assi', name: 'Assi Ghat', localName: 'अस्सी घाट', storyCount: 4 },
  { ...PLACE, _id: 'e', slug: 'bhu', name: 'Banaras Hindu University', localName: '', storyCount: 0 },
];

/** Names in scripts whose fonts load late, as many as a page of a place shows. */
export const MANY_PLACES = [
  ...['सारनाथ', 'রামনগর', 'ਰਾਮਪੁਰ', 'ગંગાપુર', 'ଭୁବନେଶ୍ୱର', 'ராமேஸ்வரம்', 'విశాఖపట్నం', 'ಬೆಂಗಳೂರು'],
  ...['തിരുവനന്തപുരം', 'वाराणसी छावनी', 'মুর্শিদাবাদ', 'चुनार'],
].map((localName, index) => ({
  ...PLACE,
  _id: `many-${index}`,
  slug: `many-${index}`,
  name: ['Sarnath', 'Ramnagar', 'Visakhapatnam', 'Thiruvananthapuram'][index % 4] ?? '',
  localName,
  state: ['Uttar Pradesh', 'West Bengal', 'Andhra Pradesh'][index % 3] ?? '',
  storyCount: index + 1,
}));

/** The page of a place with everything around it, and real stories. */
export async function mockPlace(page: Page, { writer, reader }: World, changes: object = {}) {
  const response = await page.request.get(`/api/post/by-author/${writer._id}?view=card`);
  const { posts } = await response.json();
  const authors = [writer, reader].map(({ _id, fullName }) => ({
    _id,
    fullName,
    profilePic: '',
    createdAt: '2026-02-03T04:05:06.000Z',
  }));
  const place = {
    ...PLACE,
    otherNames: ['Banaras', 'Kashi', 'காசி', 'বারাণসী'],
    parent: DISTRICT,
    nearby: OTHERS,
    within: PARTS,
    authors,
    ...changes,
  };
  await mockResponse(page, '/place/varanasi', { json: { place } });
  await mockResponse(page, '/place/varanasi/posts', { json: { posts, nextCursor: null } });
}

/** The page of a place, and the places in the form of a story. */
export const PLACE_STATES: readonly ScreenState[] = [
  {
    screen: 'place',
    state: 'stories',
    viewer: 'reader',
    allRuns: true,
    async show(page, world) {
      await mockPlace(page, world);
      await page.goto('/place/varanasi');
      await expect(page.getByRole('link', { name: world.story.blogTitle }).first()).toBeVisible();
    },
  },
  {
    screen: 'place',
    state: 'loading',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/place/');
      await openPage(page, '/place/varanasi');
    },
  },
  {
    screen: 'place',
    state: 'no story',
    viewer: 'reader',
    async show(page, world) {
      const nothing = { nearby: [], within: [], authors: [], storyCount: 0 };
      await mockPlace(page, world, nothing);
      await mockResponse(page, '/place/varanasi/posts', { json: { posts: [], nextCursor: null } });
      await page.goto('/place/varanasi');
      await expect(page.getByText('No stories from Varanasi yet')).toBeVisible();
    },
  },
  {
    screen: 'place',
    state: 'error',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/place/varanasi', SERVER_ERROR);
      await page.goto('/place/varanasi');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    screen: 'place',
    state: 'not found',
    viewer: 'reader',
    async show(page) {
      await page.goto('/place/nowhere-at-all');
      await expectHeading(page, 'Place not found');
    },
  },
  {
    screen: 'new story',
    state: 'places for the location',
    viewer: 'reader',
    allRuns: true,
    async show(page) {
      await mockResponse(page, '/place/search', { json: { places: [PLACE, ...OTHERS] } });
      await openPage(page, '/add-posts');
      await page.getByLabel('Location').pressSequentially('var');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    screen: 'new story',
    state: 'chosen place',
    viewer: 'reader',
    async show(page, world) {
      await mockPlace(page, world);
      await openPage(page, '/add-posts?place=varanasi');
      await page.getByRole('button', { name: 'Remove the place Varanasi' }).scrollIntoViewIfNeeded();
    },
  },
];
