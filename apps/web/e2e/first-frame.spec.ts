import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, PASSWORD, test } from './fixtures.ts';
import { pauseRequests } from './pause-requests.ts';
import { recordPaint, slowDown } from './slow-connection.ts';
import { figureHtml, uploadPicture } from './upload-picture.ts';
import { waitForAnimations } from './wait-for-animations.ts';

/** Maximum time since the start of the navigation, on a connection of 50 kB/s with a latency of 400 ms. */
const MAX_FORM_MS = 2_500;
const MAX_STORY_MS = 3_000;
/** The end of the story in `world`. */
const LAST_WORDS = 'The road is long.';
const APP_SCRIPT = /\/assets\/app-[^/]*\.js$/;
const FORMS = [
  { path: '/login', heading: 'Sign in to Safarnama' },
  { path: '/', heading: 'Sign in to Safarnama' },
  { path: '/signup', heading: 'Begin your journal' },
];

for (const { path, heading } of FORMS) {
  test(`${path} as a guest on a slow connection: shows the form within ${MAX_FORM_MS} ms`, async ({
    openPage,
  }) => {
    // A busy machine only adds to the time, so the best of several visits counts.
    await expect(async () => {
      const page = await openPage(null);
      await slowDown(page);
      const shownAt = await recordPaint(page, 'h1', heading);
      await page.goto(path, { waitUntil: 'commit' });

      expect(await shownAt()).toBeLessThan(MAX_FORM_MS);
    }).toPass({ timeout: 90_000 });
  });

  test(`${path} as a guest before the app's script has loaded: keeps text and focus`, async ({
    openPage,
  }) => {
    const page = await openPage(null, { viewport: { width: 375, height: 812 } });
    const resume = await pauseRequests(page, APP_SCRIPT);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.getByLabel('Email').fill('meera@example.org');
    const password = page.getByLabel('Password', { exact: true });
    await password.click();
    await page.keyboard.type('four unrelated words');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');

    resume();
    // The app has started: it sets the title.
    await expect(page).toHaveTitle(/ · Safarnama$/);
    await expect(page.getByLabel('Email')).toHaveValue('meera@example.org');
    await expect(password).toBeFocused();
    await page.keyboard.type('My ');
    await expect(password).toHaveValue('My four unrelated words');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
  });
}

test('/signup with a password typed before the app runs: rates it', async ({ openPage }) => {
  const page = await openPage(null);
  const resume = await pauseRequests(page, APP_SCRIPT);
  await page.goto('/signup', { waitUntil: 'commit' });
  await page.getByLabel('Password', { exact: true }).fill('password');

  resume();

  await expect(page.getByText('Too common. Attackers try it first.')).toBeVisible();
});

test('/ as a guest who fills in the sign-in form before the app runs: signs in and shows home', async ({
  openPage,
  world,
}) => {
  const page = await openPage(null);
  const resume = await pauseRequests(page, APP_SCRIPT);
  await page.goto('/?from=mail', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(world.reader.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  resume();
  await page.waitForURL('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();

  await expect(page.getByRole('article').first()).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/?from=mail');
});

/** Reads the markup of the story with sorted attributes, without attributes that the app adds or removes later. */
function readArticle(page: Page): Promise<string> {
  const story = page.locator('article:has(.story)');
  return story.evaluate((article) => {
    const copy = document.createElement('div');
    copy.innerHTML = article.outerHTML;
    // Their space is reserved; the app adds the buttons.
    copy.querySelector('[data-actions]')?.replaceChildren();
    for (const element of copy.querySelectorAll('*')) {
      const attributes = [...element.attributes].sort((a, b) => a.name.localeCompare(b.name));
      for (const { name, value } of attributes) {
        element.removeAttribute(name);
        // The placeholder of a picture is removed when the picture has loaded.
        const isLater =
          name === 'data-discover' ||
          name === 'aria-current' ||
          (name === 'style' && element.localName === 'img');
        if (!isLater) element.setAttribute(name, value);
      }
    }
    return copy.innerHTML;
  });
}

test(`a story opened directly on a slow connection: shows its text within ${MAX_STORY_MS} ms`, async ({
  openPage,
  world,
}) => {
  await expect(async () => {
    const page = await openPage(world.reader);
    await slowDown(page);
    const shownAt = await recordPaint(page, 'article .story', LAST_WORDS);
    await page.goto(`/post/${world.story.slug}`, { waitUntil: 'commit' });

    expect(await shownAt()).toBeLessThan(MAX_STORY_MS);
  }).toPass({ timeout: 90_000 });
});

/** Publishes a story with a table of contents and a picture in its text. */
async function createLongStory(page: Page, title = 'Four mornings'): Promise<{ slug: string }> {
  const parts = ['Ghat', 'घाट', 'Boat', 'Boat'].map(
    (title) => `<h2>${title}</h2><p>${'row '.repeat(150)}</p>`,
  );
  const figure = figureHtml(await uploadPicture(page.request), 'Boats', 'भोर में');
  const data = {
    blogTitle: `${title} ${randomUUID().slice(0, 8)}`,
    blogHtml: `${parts.join(figure)}<ol start="3"><li>${LAST_WORDS}</li></ol>`,
  };
  const response = await page.request.post('/api/post/create-post', { data });
  return (await response.json()).post;
}

for (const { kind, width } of [
  { kind: 'with a picture', width: 375 },
  { kind: 'with contents', width: 1280 },
]) {
  test(`a story ${kind} at ${width} px before the app's script has loaded: has the markup that the app renders`, async ({
    openPage,
    world,
  }) => {
    const page = await openPage(world.reader, { viewport: { width, height: 800 } });
    const { slug } = kind === 'with contents' ? await createLongStory(page) : world.story;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const resume = await pauseRequests(page, APP_SCRIPT);
    await page.goto(`/post/${slug}`, { waitUntil: 'commit' });
    await expect(page.locator('[inert] article .story')).toContainText(LAST_WORDS);
    const early = await readArticle(page);
    await page.evaluate(() => window.scrollTo(0, 200));

    resume();
    await expect(page.locator('[inert]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Share' }).first()).toBeVisible();
    expect(await readArticle(page)).toBe(early);
    expect(await page.evaluate(() => window.scrollY)).toBe(200);
    expect(requests.filter((path) => path.startsWith('/api/post/getpost/'))).toHaveLength(1);
  });
}

for (const { path, hasFrame } of [
  { path: (_partnerId: string) => '/chat', hasFrame: true },
  { path: (partnerId: string) => `/chat/${partnerId}`, hasFrame: false },
]) {
  test(`${path(':id')} before the app's script has loaded: ${hasFrame ? 'shows its frame and ' : ''}requests the contacts, once`, async ({
    openPage,
    world,
  }) => {
    const page = await openPage(world.reader);
    // After connecting, the app requests the contacts again.
    await page.routeWebSocket(/socket\.io/, () => undefined);
    const types: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/message/get-all-users')) types.push(request.resourceType());
    });
    const resume = await pauseRequests(page, APP_SCRIPT);
    await page.goto(path(world.writer._id), { waitUntil: 'commit' });
    await expect(page.locator('[inert] h1', { hasText: 'Chats' })).toHaveCount(hasFrame ? 1 : 0);
    await expect.poll(() => types).toEqual(['other']);

    resume();
    await expect(page.getByRole('link', { name: new RegExp(world.writer.fullName) }).first()).toBeVisible();
    expect(types).toEqual(['other']);
  });
}

test("home before the app's script has loaded: already loads the picture of its first card, once", async ({
  openPage,
  world,
}) => {
  // Another test may publish a newer story in between. Each attempt has a page of its own, without paused requests.
  await expect(async () => {
    const page = await openPage(world.reader, { viewport: { width: 375, height: 812 } });
    await createLongStory(page);
    const pictures: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/media/')) pictures.push(request.url());
    });
    const resume = await pauseRequests(page, APP_SCRIPT);
    await page.goto('/', { waitUntil: 'commit' });
    await expect.poll(() => pictures).toHaveLength(1);
    const [early] = pictures;

    resume();
    const picture = page.getByRole('article').first().getByRole('presentation').first();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toBe(early);
    expect(pictures.filter((url) => url === early)).toHaveLength(1);
  }).toPass({ timeout: 60_000 });
});

const PICTURE = /\/media\//;

test('home with a Hindi title: loads the font of the title after the picture of the first card', async ({
  openPage,
  world,
}) => {
  // As above: another test may publish newer stories in between.
  await expect(async () => {
    const page = await openPage(world.reader, { viewport: { width: 375, height: 812 } });
    await createLongStory(page, 'चार सुबहें');
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/noto-serif-')) fonts.push(request.url());
    });
    const resume = await pauseRequests(page, PICTURE);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'चार सुबहें' }).first()).toBeVisible();
    await waitForAnimations(page);
    expect(fonts).toEqual([]);

    resume();
    await expect
      .poll(() => page.evaluate(() => document.fonts.check('1em Noto Serif Indic', 'भ')))
      .toBe(true);
    expect(fonts.some((url) => url.includes('devanagari'))).toBe(true);
    await expect(page.locator('html')).not.toHaveClass(/latin-first/);
  }).toPass({ timeout: 60_000 });
});

test('home in Hindi: loads its font with the page', async ({ newUser }) => {
  const { page } = await newUser('मीरा', { locale: 'hi-IN' });
  const requested = page.waitForRequest(/noto-serif-devanagari/);
  await pauseRequests(page, PICTURE);
  await page.goto('/', { waitUntil: 'commit' });

  await requested;
  await expect.poll(() => page.evaluate(() => document.fonts.check('1em Noto Serif Indic', 'भ'))).toBe(true);
});

test("a story that does not exist, opened directly: shows 'Post not found.'", async ({ openPage, world }) => {
  const page = await openPage(world.reader);
  await page.goto('/post/no-such-story');

  await expect(page.getByRole('heading', { name: 'Post not found.' })).toBeVisible();
});

test('a story opened directly by a guest: shows the sign-in form early and the story after sign-in', async ({
  openPage,
  world,
}) => {
  const page = await openPage(null);
  const resume = await pauseRequests(page, APP_SCRIPT);
  await page.goto(`/post/${world.story.slug}`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(world.reader.email);
  resume();
  await page.waitForURL('/login');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();

  await expect(page.locator('article .story')).toContainText(LAST_WORDS);
});
