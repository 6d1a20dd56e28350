import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openForm } from './story-form.ts';

async function publish(page: Page, title: string, text: string): Promise<void> {
  const story = await openForm(page);
  await page.getByLabel('Title').fill(title);
  await story.fill(text);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

test('two devices change a published story: the later device shows both texts to choose from', async ({
  newUser,
  openPage,
}) => {
  const { page: first, ...account } = await newUser('Imran');
  const second = await openPage({ ...account });
  await publish(first, 'Ghat', 'One morning');
  await second.goto(first.url());
  for (const page of [first, second]) await page.getByRole('link', { name: 'Edit Post' }).click();
  await second.getByRole('textbox', { name: 'Your story' }).fill('Another evening');
  await second.getByRole('button', { name: 'Update story' }).click();
  await expect(second.getByText('Post updated!')).toBeVisible();
  await first.getByRole('textbox', { name: 'Your story' }).fill('One morning in June');

  await first.getByRole('button', { name: 'Update story' }).click();

  await expect(first.getByRole('region', { name: 'Written here' })).toContainText('One morning in June');
  await expect(first.getByRole('region', { name: 'Currently published' })).toContainText('Another evening');
  await first.getByRole('button', { name: 'Keep what I wrote here' }).click();
  await first.getByRole('button', { name: 'Update story' }).click();
  await expect(first.getByText('Post updated!')).toBeVisible();
  await expect(first.getByText('One morning in June')).toBeVisible();
});

test('the visibility and the address: are chosen and shown before and after publishing', async ({
  newUser,
}) => {
  const { page } = await newUser('Ritu');
  const story = await openForm(page);
  await page.getByLabel('Title').fill('जयपुर की सुबह');
  await expect(page.getByText(/\/post\/जयपुर-की-सुबह$/)).toBeVisible();
  await story.fill('The roofs were pink.');
  await page.getByRole('radio', { name: 'Everyone' }).check();

  await page.getByRole('button', { name: 'Publish' }).click();

  await expect(page.getByText('Everyone can read this story')).toBeVisible();
  expect(decodeURI(page.url())).toMatch(/\/post\/जयपुर-की-सुबह/);
});

test('the preview: shows the story as readers see it, at the width of a phone and of a desktop', async ({
  newUser,
}) => {
  const { page } = await newUser('மீரா');
  const story = await openForm(page);
  await page.getByLabel('Title').fill('மலை ரயில்');
  await story.click();
  await page.keyboard.type('## A heading');
  await page.keyboard.press('Enter');
  await page.keyboard.type('The train climbed slowly.');

  await page.getByRole('button', { name: 'Preview' }).click();

  const dialog = page.getByRole('dialog', { name: 'Preview' });
  const frame = dialog.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1, name: 'மலை ரயில்' })).toBeVisible();
  await expect(frame.getByRole('heading', { level: 2, name: 'A heading' })).toBeVisible();
  const paragraph = frame.getByText('The train climbed slowly.');
  const sizes: Record<string, number> = {};
  for (const screen of ['Desktop', 'Phone']) {
    await dialog.getByRole('button', { name: screen }).click();
    await expect(paragraph).toBeVisible();
    sizes[screen] = await paragraph.evaluate((element) => element.ownerDocument.defaultView?.innerWidth ?? 0);
  }
  expect(sizes).toEqual({ Desktop: 1280, Phone: 375 });
  // A click on a link of the story does not leave the preview.
  await frame.getByRole('link').first().click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Title')).toHaveValue('மலை ரயில்');
});

test('a story set for later: is listed with its time; can be published after its schedule is cancelled', async ({
  newUser,
}) => {
  const { page } = await newUser('Farah');
  const story = await openForm(page);
  await page.getByLabel('Title').fill('Night train');
  await story.fill('Berth 42, side lower.');
  await page.getByRole('radio', { name: 'At a set time' }).check();
  await page.getByLabel('Date and time').fill(toFieldValue(7 * 24 * 60 * 60_000));
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByRole('list', { name: 'Drafts' })).toContainText('Will be published on');
  await page.getByRole('link', { name: 'Night train' }).click();
  await page.getByRole('button', { name: 'Cancel the schedule' }).click();
  await expect(page.getByText('The story is no longer scheduled')).toBeVisible();
  const { drafts } = await (await page.request.get('/api/drafts')).json();
  expect(drafts).toMatchObject([{ publishAt: null }]);

  await page.getByRole('button', { name: 'Publish' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Night train' })).toBeVisible();
});

test('a published story: is unpublished, and published again with Undo and from its draft', async ({
  newUser,
}) => {
  const { page } = await newUser('Arjun');
  await publish(page, 'Tea hills', 'The bushes were wet.');
  const url = page.url();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByRole('list', { name: 'Drafts' })).toContainText('Unpublished story');
  expect((await page.request.get(url.replace('/post/', '/api/post/getpost/'))).status()).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tea hills' })).toBeVisible();
  expect(page.url()).toBe(url);

  await page.getByRole('button', { name: 'Unpublish' }).click();
  // The story page may link to another story with this title.
  const drafts = page.getByRole('list', { name: 'Drafts' });
  await drafts.getByRole('link', { name: 'Tea hills' }).click();
  await page.getByRole('textbox', { name: 'Your story' }).fill('The bushes were dry.');
  await page.getByRole('button', { name: 'Publish' }).click();

  // The form shows the same text.
  await expect(page).toHaveURL(url);
  await expect(page.locator('article').getByText('The bushes were dry.')).toBeVisible();
});

/** The value of a `datetime-local` field. @param aheadMs - from now. */
function toFieldValue(aheadMs: number): string {
  const date = new Date(Date.now() + aheadMs);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
