import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, type NewUser, test } from './fixtures.ts';
import { scrollTop, waitForStableScrollTop } from './scroll.ts';

const WIDTHS = [375, 1280];
/** More than two pages of a list. */
const STORIES = 30;
const CHECK_INTERVAL_MS = 60_000;

async function publish(page: Page, blogTitle: string) {
  const data = { blogTitle, blogContent: 'রাস্তা দীর্ঘ, চা গরম। '.repeat(12), blogLocation: 'काशी' };
  const response = await page.request.post('/api/post/create-post', { data });
  expect(response.status()).toBe(201);
  return (await response.json()).post as { _id: string; slug: string; blogTitle: string };
}

/** A user with many stories, all bookmarked, the newest last. */
async function createWriter(newUser: NewUser, width: number) {
  const writer = await newUser('ஆனந்தி', { viewport: { width, height: 780 } });
  const word = `ghat${randomUUID().slice(0, 8)}`;
  const titles = Array.from({ length: STORIES }, (_, index) => `${word} பயணம் ${index + 1}`);
  for (const title of titles) {
    const { _id } = await publish(writer.page, title);
    expect((await writer.page.request.put(`/api/post/${_id}/bookmark`)).status()).toBe(200);
  }
  return { ...writer, word, titles };
}

const cardTitles = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents();

/** Lists the links and buttons of a card that something else covers, so that a click or tap does not reach them. */
function findCovered(card: Locator): Promise<string[]> {
  return card.locator('a, button').evaluateAll((controls) =>
    controls
      .filter((control) => {
        control.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, width, height } = control.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit?.closest('a, button') !== control;
      })
      .map((control) => control.outerHTML.slice(0, 200)),
  );
}

async function scrollTo(page: Page, title: string) {
  const story = page.getByRole('link', { name: title, exact: true });
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(story).toBeAttached({ timeout: 250 });
  }).toPass({ timeout: 60_000 });
  await story.scrollIntoViewIfNeeded();
  return story;
}

for (const [lists, width] of [
  ['each list', 375],
  ['the own stories', 1280],
] as const) {
  test(`${lists} at ${width} px, after a reload and after Back from a story: has the same scroll position`, async ({
    newUser,
  }) => {
    // Lists with several pages each.
    test.slow();
    const { page, _id, word, titles } = await createWriter(newUser, width);
    const title = titles[STORIES - 15] ?? '';
    // Not the home page, where the stories of other tests appear in the meantime.
    const others = ['/bookmarks', `/author/${_id}`, `/search?q=${word}&sort=newest`];
    for (const path of ['/my-posts', ...(lists === 'each list' ? others : [])]) {
      await page.goto(path);
      const story = await scrollTo(page, title);
      const before = await waitForStableScrollTop(page);

      await page.reload();
      await expect(story, `${path} after a reload`).toBeInViewport();
      await expect.poll(() => scrollTop(page)).toBe(before);

      await story.click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await page.goBack();
      await expect(story, `${path} after Back`).toBeInViewport();
      await expect.poll(() => scrollTop(page)).toBe(before);
    }
  });
}

for (const width of WIDTHS) {
  test(`a list at ${width} px while its author publishes: moves only on request`, async ({ newUser }) => {
    const writer = await newUser('அருண்');
    for (const index of [1, 2, 3]) await publish(writer.page, `পথ ${index}`);
    const { page } = await newUser('Reader', { viewport: { width, height: 780 } });
    await page.clock.install();
    await page.goto(`/author/${writer._id}`);
    await expect(page.getByRole('article')).toHaveCount(3);
    await page.getByRole('link', { name: 'পথ 1', exact: true }).scrollIntoViewIfNeeded();
    const before = await waitForStableScrollTop(page);
    await publish(writer.page, 'নতুন পথ 4');
    await publish(writer.page, 'নতুন পথ 5');

    await page.clock.fastForward(CHECK_INTERVAL_MS);

    const button = page.getByRole('button', { name: '2 new stories' });
    await expect(button).toBeInViewport({ ratio: 1 });
    expect(await scrollTop(page)).toBe(before);
    expect(await cardTitles(page)).toEqual(['পথ 3', 'পথ 2', 'পথ 1']);
    await button.press('Enter');
    await expect(page.getByRole('link', { name: 'নতুন পথ 5' })).toBeFocused();
    expect(await cardTitles(page)).toEqual(['নতুন পথ 5', 'নতুন পথ 4', 'পথ 3', 'পথ 2', 'পথ 1']);
    await expect(page.getByRole('link', { name: 'নতুন পথ 5' })).toBeInViewport();
    await expect(button).toHaveCount(0);
  });
}

test('a story that was opened: is marked in lists, also after a reload', async ({ newUser }) => {
  const writer = await newUser('মীরা');
  for (const index of [1, 2]) await publish(writer.page, `নদী ${index}`);
  const { page } = await newUser('Reader', { viewport: { width: 375, height: 780 } });
  await page.goto(`/author/${writer._id}`);
  await page.getByRole('link', { name: 'নদী 1', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'নদী 1' })).toBeVisible();

  await page.goBack();

  const opened = page.getByRole('article').filter({ has: page.getByText('Read', { exact: true }) });
  await expect(opened.getByRole('heading')).toHaveText(['নদী 1']);
  await page.reload();
  await expect(opened.getByRole('heading')).toHaveText(['নদী 1']);
});

for (const width of WIDTHS) {
  test(`cards in each list at ${width} px: have links to the story, the place and the author, and buttons, that can be clicked`, async ({
    newUser,
  }) => {
    const { page, _id } = await newUser('Meera', { viewport: { width, height: 780 } });
    // A place without stories of other tests.
    const { places } = await (await page.request.get('/api/place/search?q=Orchha')).json();
    const [place] = places;
    const word = `ghat${randomUUID().slice(0, 8)}`;
    const data = { blogTitle: word, blogContent: 'चाय', blogLocation: 'Jahangir Mahal', placeId: place._id };
    const { post } = await (await page.request.post('/api/post/create-post', { data })).json();
    await page.request.put(`/api/post/${post._id}/bookmark`);
    // Adds a link to the changes to its card.
    await page.goto(`/add-posts?edit=${post._id}`);
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByLabel('Title').fill(`${word} at dawn`);
    await saved;

    const lists = ['/', '/my-posts', '/bookmarks', `/author/${_id}`, `/search?q=${word}`];
    for (const path of [...lists, `/place/${place.slug}`]) {
      await page.goto(path);
      // On the home page, other tests may have added newer stories than fit on the first page.
      await scrollTo(page, word);
      const card = page.getByRole('article').filter({ hasText: word });
      await expect(card.getByRole('link', { name: 'Meera' }), path).toBeVisible();
      if (path === '/my-posts') await expect(card.getByRole('link', { name: /changes/ })).toBeVisible();
      expect(await findCovered(card), path).toEqual([]);
      await card.getByRole('link', { name: 'Jahangir Mahal' }).click();
      await expect(page).toHaveURL(`/place/${place.slug}`);
    }
    await page.goto('/my-posts?tab=drafts');
    const draft = page.getByRole('listitem').filter({ hasText: word });
    await expect(draft.getByRole('button')).toBeVisible();
    expect(await findCovered(draft)).toEqual([]);
  });
}

test('a list that is scrolled while stories are added and deleted: shows each story of its author once, without the new ones', async ({
  newUser,
}) => {
  const { page, _id, titles } = await createWriter(newUser, 1280);
  const writer = await page.context().newPage();
  await page.goto(`/author/${_id}`);
  await expect(page.getByRole('article')).toHaveCount(12);
  for (const index of [1, 2, 3]) await publish(writer, `বিরতি ${index}`);
  const shown = await page
    .getByRole('article')
    .nth(11)
    .locator('a[href^="/post/"]')
    .first()
    .getAttribute('href');
  const slug = decodeURIComponent(shown?.split('/').at(-1) ?? '');
  const { post } = await (await page.request.get(`/api/post/getpost/${encodeURIComponent(slug)}`)).json();
  await page.request.delete(`/api/post/delete-post/${post._id}`);

  await scrollTo(page, titles[0] ?? '');

  expect(await cardTitles(page)).toEqual([...titles].reverse());
});
