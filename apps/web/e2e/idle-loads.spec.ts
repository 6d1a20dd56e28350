import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Entry of the size check for `/` with what loads when the browser is idle. */
const ENTRY = 'first load of / with idle loads';

/** Lists the URLs of the scripts that the entry counts. */
async function listCounted(): Promise<string[]> {
  // By its URL, because a script that is not TypeScript has no types.
  const { href } = new URL('../.size-limit.mjs', import.meta.url);
  const { default: entries }: { default: { name: string; path: string[] }[] } = await import(href);
  const files = entries.find(({ name }) => name === ENTRY)?.path ?? [];
  return files.map((file) => file.slice('dist'.length)).sort();
}

/** Collects the URLs of the scripts that a page loads. */
function watchScripts(page: Page): Set<string> {
  const loaded = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/assets\/.*\.js$/.test(pathname)) loaded.add(pathname);
  });
  return loaded;
}

test('home of a signed-in user, until the browser is idle: loads exactly the scripts that the size check counts', async ({
  newUser,
  world,
}) => {
  // A new user has no messages, whose receipts would load more.
  const { page } = await newUser('कबीर');
  const loaded = watchScripts(page);

  await page.goto('/');
  await expect(page.getByRole('link', { name: world.story.blogTitle })).toBeVisible();
  const counted = await listCounted();
  await expect.poll(() => [...loaded].sort(), { timeout: 15_000 }).toEqual(counted);
  await page.waitForLoadState('networkidle');
  expect([...loaded].sort()).toEqual(counted);
});

test('the first key press on home: loads the script that sends changes', async ({ newUser }) => {
  const { page } = await newUser('নীলা');
  const loaded = watchScripts(page);
  await page.goto('/');
  await page.waitForLoadState('networkidle');

  await page.keyboard.press('Tab');

  await expect.poll(() => [...loaded].filter((path) => path.includes('/http-client-'))).toHaveLength(1);
});

test('a bookmark by a user who is offline before the first interaction: shows the reason, and can be repeated online', async ({
  newUser,
  world,
}) => {
  const { page } = await newUser('ஆதிரை');
  await page.goto(`/post/${world.story.slug}`);
  const bookmark = page.getByRole('button', { name: 'Bookmark' }).first();
  await expect(bookmark).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);

  await bookmark.click();
  await expect(page.getByText("Couldn't save your bookmark. Please try again.")).toBeVisible();
  await expect(page.getByText("You're offline.", { exact: true })).toBeVisible();
  await expect(bookmark).toHaveAttribute('aria-pressed', 'false');

  await page.context().setOffline(false);
  const response = page.waitForResponse(/\/bookmark$/);
  await bookmark.click();
  expect((await response).ok()).toBe(true);
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
});
