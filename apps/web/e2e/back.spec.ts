import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { scrollTop, waitForStableScrollTop } from './scroll.ts';

/** Back to a list that scrolls in an element of its own, or whose rows are loaded page by page. */

/** Two pages. */
const NOTIFICATIONS = 40;

async function publish(page: Page): Promise<{ _id: string; blogTitle: string }> {
  const blogTitle = `ஒரு பயணம் ${randomUUID().slice(0, 8)}`;
  const data = { blogTitle, blogContent: 'রাস্তা দীর্ঘ, চা গরম। '.repeat(12), blogLocation: 'काशी' };
  const response = await page.request.post('/api/post/create-post', { data });
  expect(response.status()).toBe(201);
  return (await response.json()).post;
}

test('notifications, after Back from one on the second page: have the same scroll position', async ({
  newUser,
}) => {
  const { page } = await newUser('आनंदी', { viewport: { width: 375, height: 780 } });
  const reader = await newUser('Kavya Iyer');
  const { _id, blogTitle } = await publish(page);
  for (let number = 1; number <= NOTIFICATIONS; number += 1) {
    const data = { text: `${number}` };
    expect((await reader.page.request.post(`/api/post/${_id}/comments`, { data })).status()).toBe(201);
  }
  await page.goto('/notifications');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(NOTIFICATIONS / 2);
  await page.getByRole('button', { name: 'Show older notifications' }).click();
  await expect(rows).toHaveCount(NOTIFICATIONS);
  await rows.nth(35).scrollIntoViewIfNeeded();
  const before = await waitForStableScrollTop(page);

  await rows.nth(35).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: blogTitle })).toBeVisible();
  await page.goBack();

  await expect(rows).toHaveCount(NOTIFICATIONS);
  await expect.poll(() => scrollTop(page)).toBe(before);
});
