import type { Page } from '@playwright/test';
import { composer, openConversation } from './conversation.ts';
import { expect, test } from './fixtures.ts';

/** A newer version is there: the parts of this one that were not loaded yet are gone, as the server says it. */
async function deploy(page: Page): Promise<void> {
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ status: 404, json: { message: 'There is nothing at this address', code: 'not_found' } }),
  );
}

const failed = (page: Page) => page.getByRole('heading', { name: 'This page could not be shown' });

test('Reliability 10: a page opened before a deploy, whose next part is gone: offers a reload, and a message that was typed is still there', async ({
  newPerson,
}) => {
  const [{ page }, other] = [await newPerson('Arun'), await newPerson('மீனா')];
  await openConversation(page, other._id);
  await composer(page).fill('कल सुबह नाव पर');
  await deploy(page);

  await page.getByRole('link', { name: 'My Posts' }).first().click();
  await expect(failed(page)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(failed(page)).toBeHidden();

  await openConversation(page, other._id);
  await expect(composer(page)).toHaveValue('कल सुबह नाव पर');
});

test('Reliability 10: a story that is being written while a newer version comes: is asked about before it is left, and publishes', async ({
  newPerson,
}) => {
  const { page } = await newPerson('Imran');
  await page.goto('/add-posts');
  await page.getByLabel('Title').fill('रात की ट्रेन');
  const story = page.getByRole('textbox', { name: 'Your story' });
  await story.fill('Berth 42, side lower.');
  await deploy(page);

  await page.getByRole('link', { name: 'Chats' }).first().click();
  await page.getByRole('button', { name: 'Keep writing' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('रात की ट्रेन');
  await expect(story).toContainText('Berth 42, side lower.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page).not.toHaveURL(/add-posts/);
});
