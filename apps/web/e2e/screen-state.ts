import type { Page } from '@playwright/test';
import { baseUrl, expect } from './fixtures.ts';
import type { World } from './world.ts';

/** A screen in one of its states, with the steps that lead there. */
export interface ScreenState {
  screen: string;
  state: string;
  viewer: 'guest' | 'reader' | 'writer';
  /**
   * Axe tests the state in each combination of theme and width, instead of each theme and each width once. For a state
   * with the content of its screen, and one with elements that only one width shows.
   */
  allRuns?: true;
  /** Opens the screen and waits until it is in this state. */
  show: (page: Page, world: World) => Promise<void>;
}

export const SERVER_ERROR = { status: 500, json: { message: 'Something went wrong', code: 'internal' } };

/** Mocks the response of an API path, with any query. */
export async function mockResponse(
  page: Page,
  path: string,
  response: { status?: number; json: unknown },
): Promise<void> {
  await page.route(`${baseUrl()}/api${path}`, (route) => route.fulfill(response));
  await page.route(`${baseUrl()}/api${path}?**`, (route) => route.fulfill(response));
}

/** Leaves requests to an API path pending. */
export async function neverRespond(page: Page, path: string): Promise<void> {
  await page.route(`${baseUrl()}/api${path}**`, () => undefined);
}

export function expectHeading(page: Page, name: string | RegExp, level = 1) {
  return expect(page.getByRole('heading', { level, name })).toBeVisible();
}

export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
