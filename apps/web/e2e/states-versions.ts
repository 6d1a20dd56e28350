import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { expectHeading, neverRespond, type ScreenState } from './screen-state.ts';
import type { World } from './world.ts';

/** States of the pictures of a published story, and of its versions. */
export const VERSION_STATES: readonly ScreenState[] = [
  {
    screen: 'post',
    state: 'pictures in the text',
    viewer: 'reader',
    async show(page, { changedStory }) {
      await page.goto(`/post/${changedStory.slug}`);
      // Until the button appears, the page is the one that the server sent, whose elements the app replaces.
      await expect(page.getByRole('button', { name: 'Enlarge the picture: Boats' })).toBeVisible();
      for (const picture of await page.locator('.story img').all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
      }
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  {
    screen: 'post',
    state: 'the viewer of its pictures',
    viewer: 'reader',
    async show(page, { changedStory }) {
      await page.goto(`/post/${changedStory.slug}`);
      await page.getByRole('button', { name: 'Enlarge the picture: Boats' }).click();
      await expect(page.getByRole('dialog', { name: 'Pictures' })).toBeVisible();
    },
  },
  {
    screen: 'versions',
    state: 'list',
    viewer: 'writer',
    allRuns: true,
    async show(page, { changedStory }) {
      await page.goto(`/my-posts/${changedStory._id}/versions`);
      await expect(page.getByRole('link', { name: /^Version 1/ })).toBeVisible();
    },
  },
  {
    screen: 'versions',
    state: 'loading',
    viewer: 'writer',
    async show(page, { changedStory }) {
      await neverRespond(page, `/post/${changedStory._id}/revisions`);
      await page.goto(`/my-posts/${changedStory._id}/versions`);
      await expect(page.getByText('Three ghats in one morning')).toBeVisible();
    },
  },
  {
    screen: 'versions',
    state: 'text of a version',
    viewer: 'writer',
    async show(page, world) {
      await openVersion(page, world, '1');
      await expectHeading(page, 'Three ghats in one morning', 3);
    },
  },
  {
    screen: 'versions',
    state: 'changes',
    viewer: 'writer',
    async show(page, world) {
      await openVersion(page, world, '2?compare=previous');
      await expect(page.getByText('Location: Varanasi → वाराणसी')).toBeVisible();
    },
  },
  {
    screen: 'versions',
    state: 'no longer available',
    viewer: 'writer',
    async show(page, world) {
      await openVersion(page, world, '99');
      await expect(page.getByText('This version is no longer available.')).toBeVisible();
    },
  },
];

async function openVersion(page: Page, { changedStory }: World, rest: string): Promise<void> {
  await page.goto(`/my-posts/${changedStory._id}/versions/${rest}`);
  await expectHeading(page, 'Versions');
}
