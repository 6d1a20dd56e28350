import type { Locator, Page } from '@playwright/test';
import { composer, openConversation } from './conversation.ts';
import { expect, test } from './fixtures.ts';
import { ANDROID_FIREFOX, signInElsewhere, waitForSocket } from './sessions.ts';
import { waitForAnimations } from './wait-for-animations.ts';

const SIZES = [
  { width: 375, height: 780 },
  { width: 1280, height: 800 },
] as const;

/** Expects a toast or notice to be visible and to cover no part of the elements. */
async function expectUncovered(page: Page, cover: Locator, elements: readonly Locator[]): Promise<void> {
  await expect(cover).toBeVisible();
  await waitForAnimations(page);
  const box = await boxOf(cover);
  for (const element of elements) {
    const { top, bottom, left, right } = await boxOf(element);
    const isCovered = top < box.bottom && bottom > box.top && left < box.right && right > box.left;
    expect({ element: String(element), isCovered }).toEqual({ element: String(element), isCovered: false });
  }
}

function boxOf(element: Locator) {
  return element.evaluate((node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect();
    return { top, bottom, left, right };
  });
}

/** The whole toast with its icon. */
function toast(page: Page, text: string): Locator {
  const message = page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });
  return message.locator('..');
}

/** Makes requests that match, except GET, fail without a readable message. */
async function breakCall(page: Page, path: RegExp): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, body: '' }),
  );
}

for (const size of SIZES) {
  test(`a toast at ${size.width} px: covers no name, composer, location, title or Publish button`, async ({
    openPage,
    world,
  }) => {
    const page = await openPage(world.reader, { viewport: size });
    await openConversation(page, world.writer._id);
    await breakCall(page, /\/api\/message\/send\//);
    const partner = page.getByRole('heading', { level: 2, name: world.writer.fullName });
    await composer(page).fill('कल मिलते हैं');
    await composer(page).press('Enter');
    await expectUncovered(page, toast(page, 'Failed to send message'), [partner, composer(page)]);

    await page.goto(`/post/${world.story.slug}`);
    await breakCall(page, /\/api\/post\/[^/]+\/bookmark/);
    await page
      .getByRole('button', { name: /Bookmark/ })
      .first()
      .click();
    await page.evaluate(() => window.scrollTo(0, 0));
    const story = page.getByRole('article');
    await expectUncovered(page, toast(page, "Couldn't save your bookmark. Please try again."), [
      story.getByText('वाराणसी').first(),
      page.getByRole('heading', { level: 1 }),
    ]);

    await page.goto('/add-posts');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expectUncovered(page, toast(page, 'Title and content are required.'), [
      page.getByLabel('Title'),
      page.getByRole('button', { name: 'Publish' }),
    ]);
  });

  test(`the notice of a new sign-in at ${size.width} px: covers no heading or field and stays in view`, async ({
    newUser,
    world,
  }) => {
    const { page, email } = await newUser('Tenzin', { viewport: size });
    const connected = waitForSocket(page);
    await openConversation(page, world.writer._id);
    await connected;
    await signInElsewhere({ email }, ANDROID_FIREFOX);
    const notice = page.getByRole('status').filter({ hasText: 'Firefox on Android signed in' });
    const partner = page.getByRole('heading', { level: 2, name: world.writer.fullName });
    await expectUncovered(page, notice, [partner, composer(page)]);
    await composer(page).focus();
    await expectUncovered(page, notice, [partner]);
    await composer(page).blur();

    // By the author's page, because stories of other tests may fill the first page of home.
    await partner.getByRole('link').click();
    await page.getByRole('link', { name: world.story.blogTitle }).first().click();
    await expectUncovered(page, notice, [page.getByRole('article').getByText('वाराणसी').first()]);
    await page.evaluate(() => window.scrollTo(0, 600));
    await expect(notice).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText(/signed in to your account/)).toHaveCount(0);
  });
}

test('a success message of two sentences: shows them one below the other', async ({ newUser }) => {
  const { page } = await newUser('Tenzin');
  await page.goto('/update-profile');
  await page.getByLabel('New password').fill('monsoon-kochi-7');
  await page.getByLabel('Confirm password').fill('monsoon-kochi-7');
  await page.getByRole('button', { name: 'Save Changes' }).click();

  const first = await boxOf(page.getByText('Profile updated!'));
  const second = await boxOf(page.getByText('Password changed. Other devices were signed out.'));
  expect(second.top).toBeGreaterThanOrEqual(first.bottom);
});
