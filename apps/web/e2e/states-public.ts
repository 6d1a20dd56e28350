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

/** Opens a public story within the app, which then requests it. */
export async function openWithinApp(page: Page, slug: string): Promise<void> {
  await openPage(page, '/about');
  await page.evaluate((path) => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, `/post/${slug}`);
}

export const PUBLIC_STATES: readonly ScreenState[] = [
  {
    screen: 'public story',
    state: 'for a guest',
    viewer: 'guest',
    allRuns: true,
    async show(page, { publicStory }) {
      await page.goto(`/post/${publicStory.slug}`);
      await expectHeading(page, publicStory.blogTitle);
    },
  },
  {
    screen: 'public story',
    state: 'loading within the app',
    viewer: 'guest',
    async show(page, { publicStory }) {
      await neverRespond(page, '/public/post/');
      await openWithinApp(page, publicStory.slug);
      await expect(page.getByText('Loading post...')).toBeVisible();
    },
  },
  {
    screen: 'public story',
    state: 'failed to load',
    viewer: 'guest',
    async show(page, { publicStory }) {
      await mockResponse(page, `/public/post/${publicStory.slug}`, SERVER_ERROR);
      await openWithinApp(page, publicStory.slug);
      await expectHeading(page, 'Error: Something went wrong');
    },
  },
];
