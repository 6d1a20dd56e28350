import type { BrowserContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openForm } from './story-form.ts';

const WORDS = 'भोर में नाव चली, and the river was quiet.';

test('a tab closed while writing: the next tab offers the draft with its words and formats', async ({
  newUser,
}) => {
  const { page } = await newUser('Meera');
  const context = page.context();
  const story = await openForm(page);
  await page.getByLabel('Title').fill('नाव');
  await story.click();
  await page.keyboard.press('Control+b');
  await page.keyboard.type(WORDS);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.type(' More');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.evaluate(isOnDevice, 'More')).toBe(true);
  const caret = `"caret":${`${WORDS} Mor`.length}`;
  await expect.poll(() => page.evaluate(isOnDevice, caret)).toBe(true);
  await page.close();

  const next = await context.newPage();
  await openForm(next);
  await expect(next.getByLabel('Title')).toHaveValue('');
  await next.getByRole('link', { name: /^Continue “नाव”/ }).click();

  await expect(next.getByLabel('Title')).toHaveValue('नाव');
  await expect(next.getByRole('textbox', { name: 'Your story' }).locator('strong')).toHaveText(
    `${WORDS} More`,
  );
  await expect(next.getByRole('textbox', { name: 'Your story' })).toBeFocused();
  await next.keyboard.type('o');
  await expect(next.getByRole('textbox', { name: 'Your story' })).toHaveText(`${WORDS} Moroe`);
  await next.getByRole('button', { name: 'Publish' }).click();
  await expect(next.getByText('Post created!')).toBeVisible();
  const { drafts } = await (await next.request.get('/api/drafts')).json();
  expect(drafts).toEqual([]);
  await openForm(next);
  await expect(next.getByRole('link', { name: /^Continue/ })).toHaveCount(0);
});

test('a draft deleted by keyboard and the tab closed while Undo is offered: is deleted', async ({
  newUser,
}) => {
  const { page } = await newUser('Meera');
  const context = page.context();
  const story = await openForm(page);
  await story.fill(WORDS);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.goto('/my-posts?tab=drafts');
  await page.getByRole('button', { name: /^Delete the draft/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.close({ runBeforeUnload: true });

  const listStored = async () => (await (await context.request.get('/api/drafts')).json()).drafts;
  await expect.poll(listStored).toEqual([]);
  const next = await context.newPage();
  await next.goto('/my-posts?tab=drafts');
  await expect(next.getByText('No drafts')).toBeVisible();
});

test('offline: says that the draft is on this device, and saves it when the network is back', async ({
  newUser,
}) => {
  const { page } = await newUser('அருண்');
  const story = await openForm(page);
  await page.context().setOffline(true);
  await story.fill(WORDS);
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();

  await page.context().setOffline(false);

  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const { drafts } = await (await page.request.get('/api/drafts')).json();
  expect(drafts[0].blogHtml).toBe(`<p>${WORDS}</p>`);
});

test('another user signs in on the same device: is offered no draft, unlike its author', async ({
  newUser,
}) => {
  const author = await newUser('Ritu');
  const other = await newUser('Zoya');
  const { page } = author;
  const context: BrowserContext = page.context();
  const story = await openForm(page);
  await context.setOffline(true);
  await page.getByLabel('Title').fill('Mine');
  await story.fill(WORDS);
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  await page.close();
  await context.setOffline(false);

  await context.clearCookies();
  await context.addCookies(other.storageState.cookies);
  const otherPage = await context.newPage();
  const list = otherPage.waitForResponse((response) => new URL(response.url()).pathname === '/api/drafts');
  await openForm(otherPage);
  await list;
  await expect(otherPage.getByRole('link', { name: /^Continue/ })).toHaveCount(0);
  await otherPage.close();

  await context.clearCookies();
  await context.addCookies(author.storageState.cookies);
  const nextPage = await context.newPage();
  await openForm(nextPage);
  await nextPage.getByRole('link', { name: /^Continue “Mine”/ }).click();
  await expect(nextPage.getByRole('textbox', { name: 'Your story' })).toHaveText(WORDS);
});

test('two devices on one draft: the later device shows both texts to choose from', async ({
  newUser,
  openPage,
}) => {
  const { page: first, ...account } = await newUser('Imran');
  const second = await openPage({ ...account });
  const story = await openForm(first);
  await first.getByLabel('Title').fill('Ghat');
  await story.fill('One morning');
  await expect(first.getByText('Saved', { exact: true })).toBeVisible();
  await openForm(second);
  await second.getByRole('link', { name: /^Continue “Ghat”/ }).click();
  await second.getByRole('textbox', { name: 'Your story' }).fill('Another evening');
  await expect(second.getByText('Saved', { exact: true })).toBeVisible();

  await story.fill('One morning in June');

  await expect(first.getByRole('region', { name: 'Written here' })).toContainText('One morning in June');
  await expect(first.getByRole('region', { name: 'Written elsewhere' })).toContainText('Another evening');
  await first.getByRole('button', { name: 'Keep what I wrote here' }).click();
  await expect(first.getByText('Saved', { exact: true })).toBeVisible();
  const { drafts } = await (await first.request.get('/api/drafts')).json();
  expect(drafts).toHaveLength(1);
  expect(drafts[0].blogHtml).toBe('<p>One morning in June</p>');
});

/** Runs in the page: whether a draft on the device contains the text. */
async function isOnDevice(text: string): Promise<boolean> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('safarnama-story');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    return await new Promise((resolve) => {
      const reading = db.transaction('drafts').objectStore('drafts').getAll();
      reading.onsuccess = () => resolve(JSON.stringify(reading.result).includes(text));
    });
  } finally {
    db.close();
  }
}
