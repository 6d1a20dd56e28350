import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { World } from './world.ts';

/** An API call as a screen makes it. */
export interface Call {
  name: string;
  method: string;
  /** Matches the path after `/api`. */
  path: RegExp;
  viewer: 'guest' | 'reader' | 'writer';
  /** Shown if the response has no readable message; from the specification's error catalogue. */
  fallback: string;
  /** The fallback is shown even if the server sent a message. */
  isAlwaysFallback?: boolean;
  /** Text around the message. */
  prefix?: string;
  suffix?: string;
  /** Opens the screen that makes the call. */
  open: (page: Page, world: World) => Promise<void>;
  /** Makes the call; omitted where opening the screen makes it. */
  trigger?: (page: Page, world: World) => Promise<void>;
  /**
   * Makes the call again where it has just failed. Without it, that is `trigger` once its toast has disappeared, or the
   * button "Try again". Opening the screen for each fault would take several times as long.
   */
  retry?: (page: Page) => Promise<void>;
  /** Asserts that the input is still there. */
  expectInputPreserved?: (page: Page) => Promise<void>;
  /** Runs once after all faults: asserts that the call succeeds again. */
  expectRecovered?: (page: Page, world: World) => Promise<void>;
}

const TITLE = 'রাতের ট্রেন';
const STORY = 'Berth 42, side lower. चाय चाय!';

export async function openAt(page: Page, url: string): Promise<void> {
  // Waits for the heading only, not for pictures and fonts.
  await page.goto(url, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

export async function openEditor(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByLabel('Title').fill(TITLE);
  await page.getByRole('textbox', { name: 'Your story' }).fill(STORY);
}

export async function expectEditorContent(page: Page): Promise<void> {
  await expect(page.getByLabel('Title')).toHaveValue(TITLE);
  await expect(page.getByRole('textbox', { name: 'Your story' })).toContainText(STORY);
}
