import type { Page } from '@playwright/test';
import { composer, openConversation } from './conversation.ts';
import { drawPicture } from './draw-picture.ts';
import { expect, test } from './fixtures.ts';

/** Simulates the deployment of a new version: chunks that this page has not loaded yet respond 404. */
async function simulateDeploy(page: Page): Promise<void> {
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ status: 404, json: { message: 'There is nothing at this address', code: 'not_found' } }),
  );
}

const errorHeading = (page: Page) => page.getByRole('heading', { name: "This page couldn't be shown" });

test('Reliability 10: a page whose next chunk is missing: offers a reload and keeps the message draft', async ({
  newUser,
}) => {
  const [{ page }, other] = [await newUser('Arun'), await newUser('மீனா')];
  await openConversation(page, other._id);
  await composer(page).fill('कल सुबह नाव पर');
  await simulateDeploy(page);

  await page.getByRole('link', { name: 'My Posts' }).first().click();
  await expect(errorHeading(page)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(errorHeading(page)).toBeHidden();

  await openConversation(page, other._id);
  await expect(composer(page)).toHaveValue('कल सुबह नाव पर');
});

test('Reliability 10: a story being written during a deployment: asks before leaving and can be published', async ({
  newUser,
}) => {
  const { page } = await newUser('Imran');
  await page.goto('/add-posts');
  await page.getByLabel('Title').fill('रात की ट्रेन');
  const story = page.getByRole('textbox', { name: 'Your story' });
  await story.fill('Berth 42, side lower.');
  await simulateDeploy(page);

  await page.getByRole('link', { name: 'Chats' }).first().click();
  await page.getByRole('button', { name: 'Keep writing' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('रात की ट्रेन');
  await expect(story).toContainText('Berth 42, side lower.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page).not.toHaveURL(/add-posts/);
});

test('Reliability 10: an editor whose chunk is missing: fails within the form, and all input survives the reload', async ({
  newUser,
}) => {
  const { page } = await newUser('நிலா');
  await page.route('**/assets/story-editor*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/add-posts');
  const title = page.getByLabel('Title');
  await title.fill('घाट पर सुबह');
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect(reload).toBeVisible();
  await expect(errorHeading(page)).toBeHidden();
  await expect(title).toHaveValue('घाट पर सुबह');
  await page.getByLabel('Location').fill('வாரணாசி');
  const picture = await drawPicture(900);
  await page
    .getByLabel('Add a picture')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: picture });
  await page.getByLabel('Describe the picture').fill('নৌকা');

  await page.unrouteAll();
  await reload.click();

  const story = page.getByRole('textbox', { name: 'Your story' });
  await expect(story).toBeVisible();
  await expect(title).toHaveValue('घाट पर सुबह');
  await expect(page.getByLabel('Location')).toHaveValue('வாரணாசி');
  await expect(page.getByLabel('Describe the picture')).toHaveValue('নৌকা');
  await expect(page.getByRole('img', { name: 'নৌকা' })).toBeVisible();
  await expect(page.getByText('900 × 600 pixels')).toBeVisible();
});

test('Reliability 10: an editor that failed to load: loads with its styles on a retry', async ({
  newUser,
}) => {
  const { page } = await newUser('Zoya');
  await page.route('**/assets/story-editor*', (route) => route.abort());
  await page.goto('/add-posts');
  await page.getByLabel('Title').fill('रात की ट्रेन');
  const retryButton = page.getByRole('button', { name: 'Try again' });
  await retryButton.waitFor();
  await page.unrouteAll();

  await retryButton.click();

  const story = page.getByRole('textbox', { name: 'Your story' });
  await expect(story).toHaveCSS('padding-top', '16px');
  await expect(page.getByLabel('Title')).toHaveValue('रात की ट्रेन');
});

test('Reliability 10: a sign-up without the password strength chunk: creates the account', async ({
  openPage,
}) => {
  const page = await openPage(null);
  // The app loads what a new user needs when the browser is idle.
  const idleScript = page.waitForResponse(/\/assets\/members-/);
  await page.goto('/signup');
  await idleScript;
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Full name').fill('Nila');
  await simulateDeploy(page);
  await page.getByLabel('Email').fill(`nila-${Date.now()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('monsoon-kochi-7');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Hi, Nila')).toBeVisible();
});
