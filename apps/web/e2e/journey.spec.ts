import { randomUUID } from 'node:crypto';
import { drawPicture } from './draw-picture.ts';
import { baseUrl, expect, PASSWORD, test } from './fixtures.ts';

/** Avoids clashes with data of other tests. */
const uniqueName = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

test('a new user: signs up and publishes a story with a picture, which another user reads and likes', async ({
  browser,
  newUser,
}, testInfo) => {
  const title = uniqueName('काशी की सुबह / Morning in Kashi');
  const context = await browser.newContext({ baseURL: baseUrl(), viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  // The requested page opens after sign-up.
  await page.goto('/add-posts');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Full name').fill('मीरा नायर');
  await page.getByLabel('Email').fill(`${randomUUID()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/add-posts');
  await expect(page.getByText('Hi, मीरा')).toBeVisible();

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Title and content are required.')).toBeVisible();

  await page.getByLabel('Title').fill(title);
  const story = page.getByRole('textbox', { name: 'Your story' });
  await story.click();
  await page.keyboard.type('The river was grey at five.');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Heading', exact: true }).click();
  await page.keyboard.type('नाव वाला');
  await page.keyboard.press('Enter');
  await page.keyboard.type('He said: ');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('come tomorrow');
  await expect(page.getByText('12 words')).toBeVisible();
  expect((await page.locator('.ql-container').boundingBox())?.height).toBe(500);
  const picture = { name: 'boats.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() };
  await page.getByLabel('Add a picture').setInputFiles(picture);
  await page.getByLabel('Describe the picture').fill('Boats before dawn');
  await page.getByLabel('Location').fill('वाराणसी');
  await page.getByRole('button', { name: 'Publish' }).click();

  await expect(page.getByText('Post created!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit Post' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await context.close();

  const reader = await newUser('Arun', { viewport: { width: 375, height: 812 } });
  await reader.page.goto('/');
  await reader.page.getByRole('link', { name: title }).click();
  await expect(reader.page.getByRole('heading', { level: 2, name: 'नाव वाला' })).toBeVisible();
  await expect(reader.page.locator('strong', { hasText: 'come tomorrow' })).toBeVisible();
  const image = reader.page.getByRole('img', { name: 'Boats before dawn' });
  await expect
    .poll(() => image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0)))
    .toBeGreaterThan(300);
  await expect(reader.page.getByText('Edit Post')).toHaveCount(0);
  // Waits for the response: otherwise the reload could request the story before the like is stored.
  const liked = reader.page.waitForResponse((response) => response.url().endsWith('/like'));
  await reader.page.getByRole('button', { name: 'Like 6' }).first().click();
  await liked;
  await reader.page.reload();
  await expect(reader.page.getByRole('button', { name: 'Like 7', pressed: true }).first()).toBeVisible();
  await reader.page.screenshot({ path: testInfo.outputPath('story-375.png') });
});

test('two users: receive messages live, and one who closes the browser appears offline to the other', async ({
  newUser,
}, testInfo) => {
  const meera = await newUser(uniqueName('Meera Nair'));
  const arun = await newUser(uniqueName('अरुण'));
  await meera.page.goto('/chat');
  await arun.page.goto('/chat');

  // The list is paged, and other tests have signed many users up.
  for (const [page, other] of [
    [meera.page, arun],
    [arun.page, meera],
  ] as const)
    await page.getByRole('searchbox', { name: 'Search people' }).fill(other.fullName);
  await meera.page.getByRole('link', { name: new RegExp(arun.fullName) }).click();
  await expect(meera.page.locator('header').getByText('Online', { exact: true })).toBeVisible();
  await arun.page.getByRole('link', { name: new RegExp(meera.fullName) }).click();

  await meera.page.getByLabel('Message', { exact: true }).fill('எந்தப் படித்துறை?');
  await meera.page.keyboard.press('Enter');
  const arunList = arun.page.getByRole('region', { name: `Conversation with ${meera.fullName}` });
  await expect(arunList.getByText('எந்தப் படித்துறை?')).toBeVisible();

  await arun.page.getByLabel('Message', { exact: true }).fill('अस्सी घाट, सुबह पाँच बजे 🌅');
  await arun.page.keyboard.press('Enter');
  const meeraList = meera.page.getByRole('region', { name: `Conversation with ${arun.fullName}` });
  await expect(meeraList.getByText('अस्सी घाट, सुबह पाँच बजे 🌅')).toBeVisible();

  const picture = { name: 'ghat.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() };
  await arun.page.getByLabel('Attach a picture').first().setInputFiles(picture);
  await arun.page.getByRole('button', { name: 'Send' }).click();
  await expect(meeraList.getByRole('img', { name: `Picture sent by ${arun.fullName}` })).toBeVisible();
  // Each message appears once on both sides, although clients may receive it by response and by event.
  await expect(meeraList.getByRole('listitem')).toHaveCount(3);
  await expect(arunList.getByRole('listitem')).toHaveCount(3);
  await meera.page.screenshot({ path: testInfo.outputPath('chat-1280.png') });

  await arun.close();
  // After a grace period of 3 s.
  await expect(meera.page.locator('header').getByText('Offline')).toBeVisible();
});
