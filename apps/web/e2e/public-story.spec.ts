import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { drawPicture } from './draw-picture.ts';
import { baseUrl, expect, test } from './fixtures.ts';
import { pauseRequests } from './pause-requests.ts';
import { waitForStableScrollTop } from './scroll.ts';

interface Story {
  _id: string;
  slug: string;
  blogTitle: string;
}

const pictureUrl = async (width: number) =>
  `data:image/jpeg;base64,${(await drawPicture(width)).toString('base64')}`;

const APP_SCRIPT = /\/assets\/app-[^/]*\.js$/;
const TEXT = 'The first boats left before the sun, with bells, smoke and marigolds on the water.';
/** A story with a table of contents. */
const CHAPTERS = ['Dawn', 'Noon', 'Dusk', 'Night']
  .map((name) => `<h2>${name}</h2><p>${`${TEXT} `.repeat(20)}</p>`)
  .join('');

async function createStory(page: Page, fields: Record<string, unknown> = {}): Promise<Story> {
  const response = await page.request.post('/api/post/create-post', {
    data: {
      blogTitle: 'Ghats before dawn',
      blogHtml: `<h2>By boat</h2><p>${TEXT}</p><p>जयपुर की सुबह &amp; चाय</p>`,
      blogLocation: 'Varanasi',
      visibility: 'public',
      ...fields,
    },
  });
  expect(response.status()).toBe(201);
  return (await response.json()).post;
}

/** Records errors and layout shifts of a page that is readable before the app runs. */
async function watchPage(page: Page): Promise<{ errors: string[]; shift: () => Promise<number> }> {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return { errors, shift: () => page.evaluate(() => Number(Reflect.get(window, 'shift'))) };
}

test('a public story, by a guest without JavaScript: is readable as a whole', async ({
  newUser,
  openPage,
}) => {
  const { page: author } = await newUser('आशा वर्मा');
  const { slug, blogTitle } = await createStory(author, { blogImage: await pictureUrl(1600) });
  const page = await openPage(null, { javaScriptEnabled: false });

  const response = await page.goto(`/post/${slug}`);

  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle(`${blogTitle} · Safarnama`);
  await expect(page.getByRole('heading', { level: 1, name: blogTitle })).toBeVisible();
  await expect(page.getByText(TEXT)).toBeVisible();
  await expect(page.getByText('जयपुर की सुबह & चाय')).toBeVisible();
  await expect(page.getByText('आशा वर्मा').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  const image = page.getByRole('img', { name: /Cover picture/ });
  await expect(image).toBeVisible();
  expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
});

for (const theme of ['light', 'dark'] as const) {
  test(`a public story, by a guest without JavaScript whose system is ${theme}: has this theme and no gap for buttons`, async ({
    newUser,
    openPage,
  }) => {
    const { page: author } = await newUser('Leela');
    const { slug } = await createStory(author, { blogImage: await pictureUrl(1600) });
    const page = await openPage(null, { javaScriptEnabled: false, colorScheme: theme });

    await page.goto(`/post/${slug}`);

    const body = page.locator('body');
    await expect(body).toHaveCSS('color', theme === 'dark' ? 'rgb(243, 235, 220)' : 'rgb(36, 30, 24)');
    await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
    await expect(page.locator('[data-actions]')).toBeHidden();
  });
}

for (const isScripted of [false, true]) {
  test(`a long public story with a table of contents, by a guest ${isScripted ? 'with' : 'without'} JavaScript: is complete from the start`, async ({
    newUser,
    openPage,
  }) => {
    const { page: author } = await newUser('Nandini');
    const { slug, blogTitle } = await createStory(author, { blogHtml: CHAPTERS });
    const page = await openPage(null, {
      javaScriptEnabled: isScripted,
      viewport: { width: 1440, height: 900 },
    });
    const watched = isScripted ? await watchPage(page) : null;

    const response = await page.goto(`/post/${slug}`);

    expect(await response?.text()).toContain('<h2 id="');
    await expect(page.getByRole('heading', { level: 1, name: blogTitle })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Night' })).toBeAttached();
    const contents = page.getByRole('navigation', { name: 'In this story' });
    await expect(contents.getByText('In this story')).toBeVisible();
    if (watched === null) return;
    // Not a key: the skip link would move into view.
    await page.mouse.move(700, 400, { steps: 2 });
    await expect(contents.getByRole('link', { name: 'Night' })).toBeVisible();
    expect(watched.errors).toEqual([]);
    expect(await watched.shift()).toBe(0);
  });
}

test('a public story, read on from a heading before the app runs: keeps its position when the app starts', async ({
  newUser,
  openPage,
}) => {
  const { page: author } = await newUser('फ़ातिमा');
  const { slug } = await createStory(author, { blogHtml: CHAPTERS });
  const page = await openPage(null);
  const resume = await pauseRequests(page, APP_SCRIPT);
  await page.goto(`/post/${slug}#part-noon`);
  await expect(page.getByRole('heading', { name: 'Noon' })).toBeInViewport();
  await page.mouse.move(600, 300);
  await page.mouse.wheel(0, 400);
  const position = await waitForStableScrollTop(page);

  resume();
  // Set by the app.
  const link = page.getByRole('navigation', { name: 'In this story' }).getByRole('link', { name: 'Noon' });
  await expect(link).toHaveAttribute('aria-current', 'location');

  expect(await waitForStableScrollTop(page)).toBe(position);
});

test('a public story, by a guest who has not done anything yet: loads no script of the app', async ({
  newUser,
  openPage,
}) => {
  const { page: author } = await newUser('Vikram');
  const { slug, blogTitle } = await createStory(author);
  const page = await openPage(null);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });

  await page.goto(`/post/${slug}`, { waitUntil: 'networkidle' });
  // Browsers report a pointer that rests on the page, at a time of their choice.
  await page.mouse.move(0, 0);

  await expect(page).toHaveTitle(`${blogTitle} · Safarnama`);
  expect(scripts).toEqual(['/theme.js', expect.stringMatching(/^\/assets\/story-start-/)]);

  const app = page.waitForRequest(APP_SCRIPT);
  await page.keyboard.press('Tab');
  await app;
});

test('a public story while the app’s script fails to load: its links still work, and the next action tries again', async ({
  newUser,
  openPage,
}) => {
  const { page: author } = await newUser('Sana');
  const { slug } = await createStory(author);
  const page = await openPage(null);
  let isFailing = true;
  await page.route(APP_SCRIPT, (route) => (isFailing ? route.abort() : route.continue()));
  await page.goto(`/post/${slug}`);
  const failed = page.waitForEvent('requestfailed');
  await page.keyboard.press('Tab');
  await failed;

  isFailing = false;
  await page.getByRole('button', { name: /^Theme: System/ }).click();
  await expect(page.getByRole('button', { name: /^Theme: Light/ })).toBeVisible();

  isFailing = true;
  await page.goto(`/post/${slug}`);
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await expect(page).toHaveURL('/login');
});

test('a public story, by a guest with JavaScript: the app starts without a layout shift and without an error', async ({
  newUser,
  openPage,
}) => {
  const { page: author } = await newUser('Tomás & <b>');
  const { slug, blogTitle } = await createStory(author, { blogImage: await pictureUrl(1600) });
  const page = await openPage(null);
  const { errors, shift } = await watchPage(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));

  await page.goto(`/post/${slug}`);
  const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
  await page.getByRole('button', { name: 'Enlarge the picture' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');

  // Hydrated: the element of the server is still in the page.
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
  expect(errors).toEqual([]);
  expect(await shift()).toBe(0);
  expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await expect(page).toHaveTitle(`${blogTitle} · Safarnama`);
});

test('a guest who signs up from a public story: returns to it as a member', async ({ newUser, openPage }) => {
  const { page: author } = await newUser('Ritu');
  const { slug, blogTitle } = await createStory(author);
  const page = await openPage(null);
  await page.goto(`/post/${slug}`);

  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Full name').fill('मीरा');
  await page.getByLabel('Email').fill(`guest.${slug}.${Date.now()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('monsoon-kochi-7');
  await page.getByRole('button', { name: 'Create Account' }).click();

  await expect(page).toHaveURL(`/post/${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: blogTitle })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Comments/ })).toBeVisible();
});

test('a members’ story and a missing one, by a guest: lead to sign-in', async ({ newUser, openPage }) => {
  const { page: author } = await newUser('Imran');
  const { slug } = await createStory(author, { visibility: 'members' });

  for (const address of [`/post/${slug}`, '/post/never-written']) {
    const page = await openPage(null);
    await page.goto(address);

    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Safarnama');
  }
});

test('a public story that a guest opens within the app: is shown; leads to sign-in once it is for members only', async ({
  newUser,
  openPage,
}) => {
  const { page: author } = await newUser('மீரா');
  const story = await createStory(author);
  const page = await openPage(null);
  await page.goto(`/post/${story.slug}`);
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await expect(page).toHaveURL('/login');

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: story.blogTitle })).toBeVisible();
  await page.goForward();
  await author.request.put(`/api/post/update-post/${story._id}`, {
    data: { blogTitle: story.blogTitle, blogContent: TEXT, visibility: 'members' },
  });
  await page.goBack();

  await expect(page).toHaveURL('/login');
  await expect(page.getByText(TEXT)).toHaveCount(0);
});

test('the page of a public story, requested for a link preview: has its metadata within the first 32 kB', async ({
  newUser,
  openPage,
}) => {
  const { page: author } = await newUser('Asha "the" <traveller>');
  const title = 'Ghats & "bells" </title><script>alert(1)</script>';
  const { slug } = await createStory(author, {
    blogTitle: title,
    blogHtml: `<p>${'नाव चली। '.repeat(4_000)}</p>`,
    blogImage: await pictureUrl(2400),
  });
  const page = await openPage(null, { javaScriptEnabled: false });

  const response = await page.request.get(`/post/${slug}`, { headers: { 'User-Agent': 'WhatsApp/2.23' } });

  const start = (await response.body()).subarray(0, 32_768).toString();
  const read = (pattern: RegExp) => pattern.exec(start)?.[1];
  expect(read(/<html lang="(\w+)"/)).toBe('hi');
  expect(read(/<link rel="canonical" href="([^"]+)"/)).toBe(`${baseUrl()}/post/${slug}`);
  const expectedTitle = title
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  expect(read(/<meta property="og:title" content="([^"]+)"/)).toBe(expectedTitle);
  expect(read(/<meta name="description" content="([^"]+)"/)).toMatch(/^नाव चली।/);
  expect(read(/<meta name="twitter:card" content="([^"]+)"/)).toBe('summary_large_image');
  const data = JSON.parse(read(/<script type="application\/ld\+json">(.*?)<\/script>/) ?? '');
  expect(data).toMatchObject({
    '@type': 'BlogPosting',
    headline: title,
    author: { name: 'Asha "the" <traveller>' },
  });
  const picture = await page.request.get(read(/<meta property="og:image" content="([^"]+)"/) ?? '');
  const bytes = await picture.body();
  expect(picture.headers()['content-type']).toBe('image/jpeg');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(bytes.length).toBeLessThan(300_000);
});

test('a members’ story and one that never existed, by a guest: have the same status and bytes, and similar times', async ({
  newUser,
  openPage,
}) => {
  const { page: author } = await newUser('Ravi');
  const { slug } = await createStory(author, { visibility: 'members' });
  const never = `${slug.slice(0, -1)}_`;
  const guest = await openPage(null);
  const times: Record<string, number[]> = { [slug]: [], [never]: [] };
  const bodies: Record<string, string> = {};

  for (let round = 0; round < 200; round += 1) {
    for (const name of round % 2 ? [slug, never] : [never, slug]) {
      const start = performance.now();
      const response = await fetch(`${baseUrl()}/post/${name}`);
      const body = await response.text();
      times[name]?.push(performance.now() - start);
      const headers = [...response.headers].filter(([key]) => !['date', 'x-request-id'].includes(key));
      bodies[name] = JSON.stringify([response.status, headers, body]);
    }
  }
  await guest.close();

  expect(bodies[slug]).toBe(bodies[never]);
  const median = (list: number[] = []) => list.sort((a, b) => a - b)[list.length >> 1] ?? 0;
  const [members, none] = [median(times[slug]), median(times[never])];
  test
    .info()
    .annotations.push({ type: 'median', description: `${members.toFixed(2)} ms, ${none.toFixed(2)} ms` });
  expect(Math.abs(members - none) / none).toBeLessThan(0.15);
});
