import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, type NewUser, test } from './fixtures.ts';
import { scrollTop, waitForStableScrollTop } from './scroll.ts';

const WIDTHS = [375, 1280];
const CREATED = 201;

async function publish(page: Page, blogTitle: string, fields: Record<string, string> = {}) {
  const data = { blogTitle, blogContent: 'रास्ता लंबा था, चाय गरम।', ...fields };
  const response = await page.request.post('/api/post/create-post', { data });
  expect(response.status()).toBe(CREATED);
}

/** A made-up word of ten letters that no other test searches for. */
function uniqueWord(): string {
  const letters = randomUUID()
    .replace(/[^a-f]/g, '')
    .padEnd(6, 'd');
  return [...letters]
    .map((letter) => `${letter}u`)
    .join('')
    .slice(0, 10);
}

function searchBox(page: Page) {
  return page.getByRole('combobox', { name: 'Search stories' });
}

const results = (page: Page) => page.getByRole('article').getByRole('heading');

async function openReader(newUser: NewUser, width: number) {
  return (await newUser('Reader', { viewport: { width, height: 780 } })).page;
}

for (const width of WIDTHS) {
  test.describe(`search at ${width} px`, () => {
    test('in Latin and in Devanagari: finds the story in either script, and marks the word', async ({
      newUser,
    }) => {
      const writer = await newUser('Meera');
      const tag = uniqueWord();
      await publish(writer.page, `जयपुर की सुबह ${tag}`, { blogLocation: 'Jaipur' });
      const page = await openReader(newUser, width);
      await page.goto('/about');

      for (const query of [`jaipur ${tag}`, `जयपुर ${tag}`]) {
        await searchBox(page).fill(query);
        await searchBox(page).press('Enter');
        await expect(page.getByRole('heading', { level: 1, name: `“${query}”` })).toBeVisible();
        const first = page.getByRole('article').first();
        await expect(first.getByRole('heading')).toHaveText(`जयपुर की सुबह ${tag}`);
        await expect(first.getByRole('heading').locator('mark').first()).toHaveText('जयपुर');
      }
    });

    test('with a wrong letter: shows the results for the corrected word, and searches as typed on request', async ({
      newUser,
    }) => {
      const writer = await newUser('Meera');
      const word = `${uniqueWord()}nagar`;
      await publish(writer.page, `A night in ${word}`);
      const page = await openReader(newUser, width);
      const typed = word.replace('nagar', 'nazar');
      await page.goto(`/search?q=${typed}`);

      await expect(page.getByText(`Showing results for ${word}`)).toBeVisible();
      await expect(results(page)).toHaveText([`A night in ${word}`]);
      await page.getByRole('link', { name: `Search instead for “${typed}”` }).click();

      await expect(page).toHaveURL(`/search?q=${encodeURIComponent(`"${typed}"`)}`);
      await expect(page.getByText('No stories found')).toBeVisible();
    });

    test('filters: limit the results, and Back removes them', async ({ newUser }) => {
      const [meera, asha] = [await newUser('Meera Nair'), await newUser('Asha Rao')];
      const word = uniqueWord();
      await publish(meera.page, `${word} by Meera`, { blogContent: `${word} ${word} ${word}` });
      await publish(asha.page, `${word} by Asha`);
      const page = await openReader(newUser, width);
      await page.goto(`/search?q=${word}`);
      await expect(results(page)).toHaveCount(2);

      await page.getByLabel('Writer').selectOption('Asha Rao');
      await expect(results(page)).toHaveText([`${word} by Asha`]);
      await expect(page).toHaveURL(`/search?q=${word}&author=${asha._id}`);
      await page.getByLabel('Year').selectOption('2019');
      await expect(page.getByText('No stories with these filters')).toBeVisible();
      await page.goBack();
      await expect(results(page)).toHaveText([`${word} by Asha`]);
      await page.goBack();
      await expect(results(page)).toHaveCount(2);
      await page.getByLabel('Sort by').selectOption('Newest');
      await expect(results(page)).toHaveText([`${word} by Asha`, `${word} by Meera`]);
      await page.reload();
      await expect(page.getByLabel('Sort by')).toHaveValue('newest');
    });

    test('suggestions by keyboard: lead to a story and to a recent search, and list people', async ({
      newUser,
    }) => {
      const word = uniqueWord();
      const name = `${word[0]?.toUpperCase()}${word.slice(1)} Iyer`;
      const writer = await newUser(name);
      await publish(writer.page, `${word} at dawn`);
      const page = await openReader(newUser, width);
      await page.goto('/about');
      const box = searchBox(page);
      await box.pressSequentially(word.slice(0, 8));
      const list = page.getByRole('listbox', { name: 'Suggestions' });
      await expect(list.getByRole('option', { name: `${word} at dawn` })).toBeInViewport({ ratio: 1 });

      await box.press('ArrowDown');
      await box.press('End');
      await expect(list.getByRole('option', { selected: true })).toHaveText(`${word} at dawn`);
      await expect(box).toBeFocused();
      await box.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: `${word} at dawn` })).toBeVisible();

      await box.click();
      await box.pressSequentially(word);
      await expect(list.getByRole('option', { name })).toBeVisible();
      await box.press('Escape');
      await expect(list).toHaveCount(0);
      await box.press('Enter');
      await expect(page.getByRole('link', { name }).first()).toBeVisible();
      await page.goto('/about');
      await box.click();
      await expect(page.getByRole('listbox', { name: 'Recent searches' })).toBeVisible();
      await box.press('ArrowDown');
      await box.press('Enter');
      await expect(page).toHaveURL(`/search?q=${word}`);
    });
  });
}

for (const { width, path } of [
  { width: 375, path: '/about' },
  { width: 1280, path: '/about' },
  { width: 375, path: '/add-posts' },
]) {
  test(`the search box on ${path} at ${width} px: does not scroll the page behind it`, async ({
    newUser,
  }) => {
    const page = await openReader(newUser, width);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path === '/add-posts') await page.locator('.story-toolbar').waitFor();
    await page.evaluate(() => window.scrollTo(0, 300));
    await expect.poll(() => scrollTop(page)).toBe(300);

    await searchBox(page).focus();
    await searchBox(page).pressSequentially('ghat');
    expect(await waitForStableScrollTop(page)).toBe(300);
    await searchBox(page).press('Escape');
    await page.keyboard.press('Tab');

    await expect(searchBox(page)).not.toBeFocused();
    expect(await waitForStableScrollTop(page)).toBe(300);
  });
}

test('suggestions that fail: do not affect the search', async ({ newUser }) => {
  const { page } = await newUser('Reader');
  await page.route('**/api/post/suggest?**', (route) => route.fulfill({ status: 500, body: 'x' }));
  await page.goto('/about');
  const failed = page.waitForResponse('**/api/post/suggest?**');
  await searchBox(page).pressSequentially('ghat');
  await failed;

  await searchBox(page).press('Enter');

  await expect(page).toHaveURL('/search?q=ghat');
  await expect(page.getByRole('alert')).toHaveCount(0);
});
