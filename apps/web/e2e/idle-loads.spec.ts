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

test('home of a signed-in user, until the browser is idle: loads exactly the scripts that the size check counts', async ({
  openPage,
  world,
}) => {
  const page = await openPage(world.reader);
  const loaded = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/assets\/.*\.js$/.test(pathname)) loaded.add(pathname);
  });

  await page.goto('/');
  await expect(page.getByRole('link', { name: world.story.blogTitle })).toBeVisible();
  const counted = await listCounted();
  await expect.poll(() => [...loaded].sort(), { timeout: 15_000 }).toEqual(counted);
  await page.waitForLoadState('networkidle');
  expect([...loaded].sort()).toEqual(counted);
});
