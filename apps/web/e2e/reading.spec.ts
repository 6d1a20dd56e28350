import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { drawPicture } from './draw-picture.ts';
import { expect, type NewUser, test } from './fixtures.ts';
import { countLines, countLinesPerWord } from './lines.ts';
import { pauseRequests } from './pause-requests.ts';
import { scrollTop, waitForStableScrollTop } from './scroll.ts';

const PHONE = { width: 375, height: 780 };
/** More than two pages of a list. */
const STORIES = 30;
const TALL_HTML = [1, 2, 3, 4, 5]
  .map((part) => `<h2>पड़ाव ${part}</h2>${'<p>নদীর ধারে সকাল, চা আর কুয়াশা।</p>'.repeat(12)}`)
  .join('');

/** Publishes a story as a new user. */
async function publishStory(newUser: NewUser, fields: Record<string, string> = {}) {
  const writer = await newUser('Chandrasekharan Venkatasubramanian');
  const data = { blogTitle: `घाट ${randomUUID()}`, blogContent: 'x', blogLocation: 'वाराणसी', ...fields };
  const response = await writer.page.request.post('/api/post/create-post', { data });
  expect(response.status()).toBe(201);
  return { writer, ...((await response.json()).post as { _id: string; slug: string; blogTitle: string }) };
}

/** Publishes `STORIES` stories, loads their author's list to its end and scrolls to the third story. */
async function openLongList(newUser: NewUser) {
  const writer = await newUser('ஆனந்தி');
  const titles = Array.from({ length: STORIES }, (_, index) => `பயணம் ${writer._id}, ${index + 1}`);
  for (const blogTitle of titles) {
    const data = { blogTitle, blogContent: 'রাস্তা দীর্ঘ, চা গরম। '.repeat(20) };
    expect((await writer.page.request.post('/api/post/create-post', { data })).status()).toBe(201);
  }
  const { page } = await newUser('Reader', { viewport: PHONE });
  await page.goto(`/author/${writer._id}`);
  const story = page.getByRole('link', { name: titles[2] ?? '', exact: true });
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(story).toBeAttached({ timeout: 250 });
  }).toPass({ timeout: 60_000 });
  await story.scrollIntoViewIfNeeded();
  return { page, story, before: await waitForStableScrollTop(page) };
}

async function expectPosition(page: Page, top: number) {
  await expect.poll(() => scrollTop(page)).toBe(top);
}

test('a long list after Back from a reloaded story, and reloaded: has the same position, with this story in view', async ({
  newUser,
}) => {
  const { page, story, before } = await openLongList(newUser);
  const opened = page.getByRole('heading', { level: 1, name: (await story.textContent()) ?? '' });
  await story.click();
  await expect(opened).toBeVisible();
  await page.reload();
  await expect(opened).toBeVisible();

  await page.goBack();

  await expect(story).toBeInViewport();
  await expectPosition(page, before);

  await page.reload();

  await expect(story).toBeInViewport();
  await expectPosition(page, before);
});

test('a story opened by keyboard, then Back: Tab continues after its link', async ({ newUser }) => {
  for (let count = 0; count < 4; count += 1) await publishStory(newUser);
  const { page } = await newUser('Reader', { viewport: PHONE });
  await page.goto('/');
  const card = page.getByRole('article').nth(2);
  const link = card.getByRole('heading').getByRole('link');
  const title = (await link.textContent()) ?? '';
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();

  await page.goBack();

  await expect(link).toBeFocused();
  await expect(link).toHaveText(title);
  await page.keyboard.press('Tab');
  await expect(card.locator(':focus')).toBeVisible();
  await expect(link).not.toBeFocused();
});

test('"Back to all stories": returns to the position in the list of home', async ({ newUser }) => {
  // Home may have no other stories.
  for (let count = 0; count < 4; count += 1) await publishStory(newUser);
  const { page } = await newUser('Reader', { viewport: PHONE });
  await page.goto('/');
  const link = page.getByRole('article').nth(3).getByRole('heading').getByRole('link');
  // Scrolls as far as the click would.
  await link.hover();
  const before = await waitForStableScrollTop(page);
  await link.click();
  await expect(page).toHaveURL(/\/post\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.getByRole('link', { name: 'Back to all stories' }).click();

  await expect(page).toHaveURL('/');
  await expectPosition(page, before);
});

test('a jump in a story, then Back: returns to the position before the jump', async ({ newUser }) => {
  const { slug } = await publishStory(newUser, { blogHtml: TALL_HTML });
  const { page } = await newUser('Reader', { viewport: PHONE });
  await page.goto(`/post/${slug}`);
  await page.getByText('In this story').click();
  const link = page.getByRole('link', { name: 'पड़ाव 4' });
  await link.scrollIntoViewIfNeeded();
  const before = await waitForStableScrollTop(page);

  await link.click();
  await expect(page.getByRole('heading', { name: 'पड़ाव 4' })).toBeInViewport();
  expect(await waitForStableScrollTop(page)).toBeGreaterThan(before + 300);
  await page.goBack();

  await expect(page).toHaveURL(`/post/${encodeURIComponent(slug)}`);
  await expectPosition(page, before);
});

for (const distance of [300, -100_000]) {
  test(`a story read on by ${distance} px after a jump to a heading, then reloaded: has the same position`, async ({
    newUser,
  }) => {
    const { slug } = await publishStory(newUser, { blogHtml: TALL_HTML });
    const { page } = await newUser('Reader', { viewport: PHONE });
    await page.goto(`/post/${slug}`);
    await page.getByText('In this story').click();
    await page.getByRole('link', { name: 'पड़ाव 4' }).click();
    await expect(page.getByRole('heading', { name: 'पड़ाव 4' })).toBeInViewport();
    await page.mouse.wheel(0, distance);
    const before = await waitForStableScrollTop(page);

    await page.reload();
    const comments = page.getByRole('heading', { name: /Comments/ });
    await expect(comments).toBeAttached();

    expect(await waitForStableScrollTop(page)).toBe(before);
  });
}

test("a card: the author's name opens the author's page, and the rest of the card the story", async ({
  newUser,
}) => {
  const { writer, slug, blogTitle } = await publishStory(newUser);
  const { page } = await newUser('Reader', { viewport: PHONE });
  await page.goto(`/search?q=${encodeURIComponent(blogTitle)}`);
  const card = page.getByRole('article').filter({ hasText: blogTitle });
  await card.getByText(writer.fullName).click();
  await expect(page).toHaveURL(`/author/${writer._id}`);

  // The link in the title covers the card.
  await card.click({ position: { x: 40, y: 40 } });

  await expect(page).toHaveURL(`/post/${encodeURIComponent(slug)}`);
});

test('a card with comments: has no dot between date and reading time at the end of a line', async ({
  newUser,
}) => {
  const { writer, _id, blogTitle } = await publishStory(newUser);
  const comment = { data: { text: 'কোন ঘাট?' } };
  expect((await writer.page.request.post(`/api/post/${_id}/comments`, comment)).status()).toBe(201);
  const { page } = await newUser('Reader');
  await page.goto(`/search?q=${encodeURIComponent(blogTitle)}`);
  const card = page.getByRole('article').filter({ hasText: blogTitle });
  const line = card.getByRole('time').locator('..');

  for (const width of [320, 375, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [date, dot, container] = await Promise.all(
      [card.getByRole('time'), line.getByText('·'), line].map((locator) => locator.boundingBox()),
    );

    const isBesideDate = date && dot && Math.abs(dot.y - date.y) < 5 && dot.x >= date.x + date.width - 1;
    const isClipped = dot && container && dot.x + dot.width <= container.x + 1;
    expect(isBesideDate || isClipped, `${width} px`).toBe(true);
  }
});

test('the heading of home at 768 px: takes two lines', async ({ newUser }) => {
  const { page } = await newUser('Reader', { viewport: { width: 768, height: 1024 } });
  await page.goto('/');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();

  expect(await countLines(heading)).toBe(2);
});

test('an author: has a name whose words are not broken', async ({ newUser }) => {
  const author = await newUser('Chandrasekharan Venkatasubramanian');
  const { page } = await newUser('Reader');
  await page.goto(`/author/${author._id}`);
  const heading = page.getByRole('heading', { level: 1, name: author.fullName });
  await expect(heading).toBeVisible();

  for (const width of [375, 414, 768]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await countLinesPerWord(heading), `${width} px`).toEqual([1, 1]);
  }
});

test('the top bar: has a search box wide enough for a query, and from 880 px the greeting', async ({
  newUser,
}) => {
  const { page } = await newUser('Venkatasubramanian Chandrasekharan');
  await page.goto('/about');
  await expect(page.getByRole('combobox')).toBeVisible();

  for (const width of [768, 800, 880, 1023, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    const search = await page.getByRole('combobox').boundingBox();
    const greeting = await page.getByText('Hi, Venkatasubramanian').boundingBox();

    expect(search?.width, `${width} px`).toBeGreaterThan(200);
    // At most a pixel wide where only screen readers find it.
    expect((greeting?.width ?? 0) > 50, `${width} px`).toBe(width >= 880);
  }
});

test('home on a phone: its first screen shows picture and title of the newest story', async ({ newUser }) => {
  const { page } = await newUser('Reader', { viewport: PHONE });
  const card = page.getByRole('article').first();
  // Another test may publish a newer story in between.
  await expect(async () => {
    const { blogTitle } = await publishStory(newUser, { blogTitle: `Kaziranga at first light` });
    await page.goto('/');
    await expect(card.getByRole('heading')).toHaveText(blogTitle);
  }).toPass({ timeout: 60_000 });
  const bottomBar = await page.getByRole('navigation', { name: 'Quick' }).boundingBox();

  const title = await card.getByRole('heading').boundingBox();

  expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThanOrEqual(bottomBar?.y ?? 0);
  await expect(page.getByRole('link', { name: 'Write a blog' })).toBeInViewport();
});

test('home on a desktop: its first screen shows the top of the newest story', async ({ newUser }) => {
  await publishStory(newUser);
  const { page } = await newUser('Reader', { viewport: { width: 1280, height: 720 } });
  await page.goto('/');

  const card = await page.getByRole('article').first().boundingBox();

  expect(card?.y).toBeLessThan(620);
});

test('a comment that fails offline: shows the banner and the reason in view, although scrolled down', async ({
  newUser,
}) => {
  const { slug } = await publishStory(newUser, { blogHtml: TALL_HTML });
  const { page } = await newUser('Reader', { viewport: PHONE });
  await page.goto(`/post/${slug}`);
  await page.getByLabel('Your comment', { exact: true }).fill('কখন?');
  await page.context().setOffline(true);

  await page.getByRole('button', { name: 'Post comment' }).click();

  await expect(page.getByText("You're offline.", { exact: true })).toBeVisible();
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  const banner = page.getByText(/^You're offline\. Nothing is lost/);
  await expect(banner).toBeInViewport({ ratio: 1 });
  const topBar = await page.getByRole('banner').boundingBox();
  const distance = ((await banner.boundingBox())?.y ?? 0) - (topBar?.y ?? 0) - (topBar?.height ?? 0);
  expect(Math.abs(distance)).toBeLessThanOrEqual(1);
  await page.context().setOffline(false);
});

test('the picture of a story: opens in a dialog that fits the window', async ({ newUser }) => {
  const blogImage = `data:image/jpeg;base64,${(await drawPicture(1200)).toString('base64')}`;
  const { slug } = await publishStory(newUser, { blogImage, blogImageAlt: 'Boats before dawn' });
  const { page } = await newUser('Reader', { viewport: PHONE });
  await page.goto(`/post/${slug}`);

  await page.getByRole('button', { name: 'Enlarge the picture' }).click();

  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await expect(dialog.getByRole('img', { name: 'Boats before dawn' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Enlarge the picture' })).toBeFocused();
});

test('cards that are loading, with forced colors: have a border', async ({ newUser }) => {
  const { page } = await newUser('மீரா');
  await page.emulateMedia({ forcedColors: 'active' });
  const resume = await pauseRequests(page, '**/api/post/my-posts*');
  await page.goto('/my-posts');

  await expect(page.locator('.card .skeleton').first()).toHaveCSS('border-top-style', 'solid');
  resume();
});

for (const width of [375, 1280]) {
  test(`the actions of a story at ${width} px: are above it, and float while the reader scrolls up, without covering a bar or a toast`, async ({
    newUser,
  }) => {
    const { slug } = await publishStory(newUser, { blogHtml: TALL_HTML });
    const { page } = await newUser('Reader', { viewport: { width, height: 700 } });
    await page.goto(`/post/${slug}`);
    const [above, bar] = [0, 1].map((index) => page.getByRole('group', { name: 'Story actions' }).nth(index));
    if (!above || !bar) throw new Error('unreachable');
    await expect(above).toBeInViewport();
    const frame = page.locator('.reading-bar');
    await expect(frame).toHaveAttribute('data-state', 'hidden');

    await page.mouse.move(width / 2, 350);
    await page.mouse.wheel(0, 2_400);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(2_000);
    await expect(frame).toHaveCSS('opacity', '0');
    await page.mouse.wheel(0, -300);
    await expect(frame).toHaveAttribute('data-state', 'floating');
    await expect(frame).toHaveCSS('opacity', '1');

    await bar.getByRole('button', { name: 'Like 6' }).click();
    await expect(bar.getByRole('button', { name: 'Like 7', pressed: true })).toBeVisible();
    await page.route('**/bookmark', (route) => route.fulfill({ status: 500, body: '' }));
    await bar.getByRole('button', { name: 'Bookmark' }).click();
    const toast = page
      .getByRole('region', { name: 'Notifications' })
      .getByText("Couldn't save your bookmark. Please try again.");
    await expect(toast).toBeVisible();
    const barBox = await frame.boundingBox();
    const toastBox = await toast.boundingBox();
    const bottomBar = await page.locator('[data-site-bar=bottom]').boundingBox();
    if (!barBox || !toastBox) throw new Error('Not visible');
    expect(toastBox.y + toastBox.height).toBeLessThan(barBox.y);
    expect(barBox.y + barBox.height).toBeLessThanOrEqual(bottomBar?.y ?? 700);

    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(frame).toHaveAttribute('data-state', 'resting');
    // In one call, because content that loads below the story may scroll the page in the meantime.
    const [textEnd = 0, barStart = 0] = await page.evaluate(() => [
      document.querySelector('.story > :last-child')?.getBoundingClientRect().bottom,
      document.querySelector('.reading-bar')?.getBoundingClientRect().top,
    ]);
    expect(textEnd).toBeLessThan(barStart);
  });
}

test('the text settings: apply to the page, and before the first paint of the next page, without a shift', async ({
  newUser,
}) => {
  const { slug } = await publishStory(newUser, { blogHtml: TALL_HTML });
  const { page } = await newUser('Reader', { viewport: { width: 1280, height: 800 } });
  await page.goto(`/post/${slug}`);
  // The app has replaced the page that the server sent.
  await expect(page.getByRole('button', { name: 'Text size and width' }).first()).toBeVisible();
  const text = page.locator('.story');
  const fontSize = () => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const before = { size: await fontSize(), width: (await text.boundingBox())?.width ?? 0 };

  await page.getByRole('button', { name: 'Text size and width' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Largest' }).focus();
  await page.keyboard.press('Space');
  await page.getByText('Narrow', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'Text size' })).toHaveCount(0);
  await expect.poll(fontSize).toBeGreaterThan(before.size * 1.3);
  expect((await text.boundingBox())?.width).toBeLessThan(before.width);
  const chosen = await fontSize();

  await page.addInitScript(() => {
    const seen = { shift: 0, sizes: new Set<string>() };
    Reflect.set(window, 'seen', seen);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
    const sample = () => {
      const story = document.querySelector('.story');
      if (story) seen.sizes.add(getComputedStyle(story).fontSize);
      requestAnimationFrame(sample);
    };
    sample();
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Text size and width' }).first()).toBeVisible();
  const seen = await page.evaluate(() => {
    const { shift, sizes } = Reflect.get(window, 'seen') as { shift: number; sizes: Set<string> };
    return { shift, sizes: [...sizes] };
  });
  expect(seen).toEqual({ shift: 0, sizes: [`${chosen}px`] });
});

test('stories in Gujarati, Punjabi and Odia: have lines far enough apart for their vowel signs', async ({
  newUser,
}) => {
  const { page } = await newUser('Reader');
  for (const text of ['ઘાટ પર સવાર', 'ਘਾਟ ਤੇ ਸਵੇਰ', 'ଘାଟରେ ସକାଳ']) {
    const { slug } = await publishStory(newUser, { blogTitle: text, blogContent: text });
    await page.goto(`/post/${slug}`);
    const lineHeight = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { lineHeight, fontSize } = getComputedStyle(element);
        return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
      });
    // While the page loads, the app replaces the story that the server has sent.
    await expect.poll(() => lineHeight('.story-title'), text).toBeCloseTo(1.3);
    await expect.poll(() => lineHeight('.story'), text).toBeCloseTo(1.85);
  }
});

for (const width of [375, 320]) {
  test(`the text settings at ${width} px: are inside the window, above and below the story`, async ({
    openPage,
    world,
  }) => {
    // With motion, the bar below the story could slide away from the pointer between pressing and releasing.
    const options = { viewport: { width, height: 700 }, reducedMotion: 'reduce' } as const;
    const page = await openPage(world.reader, options);
    await page.goto(`/post/${world.story.slug}`);
    const buttons = page.getByRole('button', { name: 'Text size and width' });
    for (const button of [buttons.first(), buttons.last()]) {
      await button.click();
      const box = await page.getByRole('group', { name: 'Text size' }).locator('..').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      await page.keyboard.press('Escape');
    }
  });
}
