import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { scrollTop, waitForStableScrollTop } from './scroll.ts';

const STORIES = 60;
const PHONE = { width: 375, height: 812 };

test(`Reliability 8: ${STORIES} stories on a phone: load while scrolling, and Back restores the position`, async ({
  newUser,
}) => {
  const writer = await newUser('ஆனந்தி');
  // Distinguishes these stories from those of other tests.
  const prefix = `பயணம் ${randomUUID().slice(0, 8)}`;
  for (let number = 1; number <= STORIES; number += 1) {
    const response = await writer.page.request.post('/api/post/create-post', {
      data: {
        blogTitle: `${prefix}, ${number}`,
        blogContent: `রাস্তা দীর্ঘ, চা গরম। `.repeat(20),
        blogLocation: 'ஊட்டி',
      },
    });
    expect(response.status()).toBe(201);
  }
  const { page } = await newUser('Reader', { viewport: PHONE });
  await page.goto('/');
  const own = page.getByRole('article').filter({ hasText: `${prefix}, ` });

  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.getByRole('link', { name: `${prefix}, 1`, exact: true })).toBeAttached({
      timeout: 250,
    });
  }).toPass({ timeout: 60_000 });
  await expect(own).toHaveCount(STORIES);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  const wanted = page.getByRole('link', { name: `${prefix}, 10`, exact: true });
  await wanted.scrollIntoViewIfNeeded();
  const before = await waitForStableScrollTop(page);
  await wanted.click();
  await expect(page.getByRole('heading', { level: 1, name: `${prefix}, 10` })).toBeVisible();
  expect(await scrollTop(page)).toBe(0);
  await page.goBack();
  await expect(wanted).toBeInViewport();
  await expect.poll(() => scrollTop(page)).toBe(before);
});
