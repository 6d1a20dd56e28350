import { expect } from './fixtures.ts';
import { expectHeading, mockResponse, neverRespond, type ScreenState, SERVER_ERROR } from './screen-state.ts';

const POINTS = [
  ['varanasi', 'Varanasi', 25.32, 83.01, 37],
  ['jaisalmer', 'Jaisalmer', 26.92, 70.92, 12],
  ['jaipur', 'Jaipur', 26.92, 75.82, 9],
  ['pushkar', 'Pushkar', 26.49, 74.55, 1],
  ['ajmer', 'Ajmer', 26.45, 74.64, 3],
  ['munnar', 'Munnar', 10.09, 77.06, 5],
  ['kavaratti', 'Kavaratti', 10.57, 72.64, 1],
  ['tawang', 'Tawang', 27.59, 91.86, 2],
  ['sri-vijaya-puram', 'Sri Vijaya Puram', 11.67, 92.74, 4],
] as const;
const COUNTS: Record<string, number> = {
  'andaman-and-nicobar-islands': 4,
  'arunachal-pradesh': 2,
  'dadra-and-nagar-haveli-and-daman-and-diu': 0,
  kerala: 5,
  lakshadweep: 1,
  rajasthan: 25,
  'uttar-pradesh': 37,
};

function buildMap(isEmpty = false) {
  const states = Object.entries(COUNTS).map(([slug, storyCount]) => ({
    slug,
    name: slug.replaceAll('-', ' '),
    storyCount: isEmpty ? 0 : storyCount,
  }));
  const points = POINTS.map(([slug, name, lat, lon, storyCount]) => ({ slug, name, lat, lon, storyCount }));
  return { states, points: isEmpty ? [] : points, total: isEmpty ? 0 : 74 };
}

/** The map of India and of its states. */
export const MAP_STATES: readonly ScreenState[] = [
  {
    screen: 'map',
    state: 'India',
    viewer: 'reader',
    allRuns: true,
    async show(page) {
      await mockResponse(page, '/place/map', { json: buildMap() });
      await page.goto('/places');
      await expect(page.getByText(/^74 stories/)).toBeVisible();
    },
  },
  {
    screen: 'map',
    state: 'a state',
    viewer: 'reader',
    async show(page) {
      const points = buildMap().points.slice(1, 5);
      await mockResponse(page, '/place/map', { json: { ...buildMap(), points } });
      await page.goto('/places/rajasthan');
      await expect(page.getByRole('link', { name: /^Ajmer and 1 place nearby/ })).toBeVisible();
    },
  },
  {
    screen: 'map',
    state: 'loading',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/place/map');
      await page.goto('/places');
      await expectHeading(page, 'By place');
    },
  },
  {
    screen: 'map',
    state: 'empty',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/place/map', { json: buildMap(true) });
      await page.goto('/places');
      await expect(page.getByText('No stories here yet')).toBeVisible();
    },
  },
  {
    screen: 'map',
    state: 'a state without stories',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/place/map', { json: buildMap(true) });
      await page.goto('/places/lakshadweep');
      await expect(page.getByText('No stories here yet')).toBeVisible();
    },
  },
  {
    screen: 'map',
    state: 'error',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/place/map', SERVER_ERROR);
      await page.goto('/places');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    screen: 'map',
    state: 'no such state',
    viewer: 'reader',
    async show(page) {
      await page.goto('/places/atlantis');
      await expectHeading(page, 'Place not found');
    },
  },
];
