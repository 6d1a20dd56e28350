import { type CDPSession, devices, type Page } from '@playwright/test';
import { expect, type NewUser, test } from './fixtures.ts';
import { figureHtml, uploadPicture } from './upload-picture.ts';

const PARAGRAPH = `<p>${'The river was grey at five, and the boats left slowly. '.repeat(10)}</p>`;

/** Publishes a story with three pictures between long paragraphs. */
async function publishStory(newUser: NewUser): Promise<string> {
  const { page } = await newUser('Author');
  const urls = await Promise.all([1200, 900, 600].map((width) => uploadPicture(page.request, width)));
  const figures = urls.map((url, index) => figureHtml(url, `Picture ${index + 1}`, `घाट ${index + 1}`));
  const blogHtml = figures.map((figure) => PARAGRAPH.repeat(5) + figure).join('') + PARAGRAPH;
  const response = await page.request.post('/api/post/create-post', {
    data: { blogTitle: 'Three ghats', blogHtml },
  });
  expect(response.status()).toBe(201);
  const { post } = await response.json();
  expect(post.pictures).toHaveLength(3);
  return `/post/${post.slug}`;
}

/** Moves one finger over the page. */
async function swipe(cdp: CDPSession, fromX: number, toX: number): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove', x: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: 400 }] });
  await touch('touchStart', fromX);
  await touch('touchMove', (fromX + toX) / 2);
  await touch('touchMove', toX);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

const loadedPictures = (page: Page) =>
  page
    .locator('.story img')
    .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length);

/** Records every layout shift of elements of the story. Without fonts, which may change its line breaks. */
async function recordStoryShifts(page: Page): Promise<void> {
  await page.route('**/*.woff2', (route) => route.abort());
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    type Shift = PerformanceEntry & {
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    };
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        for (const { node, previousRect, currentRect } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          const movedBy = Math.round(currentRect.top - previousRect.top);
          if (!element?.closest('.story')) continue;
          shifts.push(`${movedBy} px: ${element.outerHTML.slice(0, 120)}`);
        }
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  });
}

test('a story with pictures: shows them with captions, loads them lazily, and nothing moves', async ({
  newUser,
}) => {
  const path = await publishStory(newUser);
  const { page } = await newUser('Reader', { viewport: { width: 375, height: 812 } });
  await page.route('**/media/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue().catch(() => undefined);
  });
  await recordStoryShifts(page);
  await page.goto(path);
  await expect(page.getByRole('img', { name: 'Picture 1' })).toHaveCount(1);
  expect(await loadedPictures(page)).toBeLessThan(3);

  for (const number of [1, 2, 3]) {
    const picture = page.getByRole('img', { name: `Picture ${number}` });
    await picture.scrollIntoViewIfNeeded();
    await expect(page.getByText(`घाट ${number}`, { exact: true })).toBeVisible();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }

  // The narrowest stored width that is at least as wide as the screen.
  const source = await page
    .getByRole('img', { name: 'Picture 1' })
    .evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(source).toMatch(/\?w=960$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
});

test('the viewer with the keyboard: shows every picture, and returns to the one that opened it', async ({
  newUser,
}) => {
  const path = await publishStory(newUser);
  const { page } = await newUser('Reader');
  await page.goto(path);
  const opener = page.getByRole('button', { name: 'Enlarge the picture: Picture 2' });
  await opener.focus();
  await page.keyboard.press('Enter');

  const viewer = page.getByRole('dialog', { name: 'Pictures' });
  await expect(viewer.getByText('2 of 3')).toBeVisible();
  await expect(viewer.getByRole('img', { name: 'Picture 2' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'Picture 3' })).toBeInViewport({ ratio: 1 });
  await expect(viewer.getByText('घाट 3', { exact: true })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(viewer.getByText('1 of 3')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(viewer.getByRole('button', { name: 'Next picture' })).toBeFocused();
  await page.keyboard.press('Escape');

  await expect(viewer).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('the viewer on a phone: swipes lead to the other pictures', async ({ newUser }) => {
  const path = await publishStory(newUser);
  const { defaultBrowserType: _type, ...phone } = devices['Pixel 7'];
  const { page } = await newUser('Reader', phone);
  await page.goto(path);
  await page.getByRole('button', { name: 'Enlarge the picture: Picture 1' }).tap();
  const viewer = page.getByRole('dialog', { name: 'Pictures' });
  await expect(viewer.getByText('1 of 3')).toBeVisible();
  const cdp = await page.context().newCDPSession(page);

  await swipe(cdp, 350, 100);
  await expect(viewer.getByText('2 of 3')).toBeVisible();
  await swipe(cdp, 350, 100);
  await expect(viewer.getByText('3 of 3')).toBeVisible();
  await swipe(cdp, 100, 350);

  await expect(viewer.getByRole('img', { name: 'Picture 2' })).toBeInViewport({ ratio: 1 });
});
