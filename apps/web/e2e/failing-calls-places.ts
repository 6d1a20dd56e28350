import { type Call, openAt } from './failing-call.ts';
import { expect } from './fixtures.ts';

const PLACE_PAGE = {
  viewer: 'reader',
  method: 'GET',
  fallback: 'Failed to get Posts',
  open: (page) => openAt(page, '/place/varanasi'),
} as const satisfies Partial<Call>;

export const PLACE_CALLS: readonly Call[] = [
  { ...PLACE_PAGE, name: 'a place', path: /^\/place\/varanasi$/ },
  { ...PLACE_PAGE, name: 'stories of a place', path: /^\/place\/varanasi\/posts/ },
  {
    name: 'map of stories',
    method: 'GET',
    path: /^\/place\/map/,
    viewer: 'reader',
    fallback: "Couldn't load the map",
    open: (page) => openAt(page, '/places'),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('region', { name: 'States and union territories' })).toBeVisible();
    },
  },
];
