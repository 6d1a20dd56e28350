import type { Page } from '@playwright/test';
import { expect, PASSWORD, test } from './fixtures.ts';
import { pauseRequests } from './pause-requests.ts';
import { mockResponse } from './screen-state.ts';
import { buildDraft } from './states-drafts.ts';
import { MANY_PLACES, mockPlace } from './states-places.ts';
import { waitForAnimations } from './wait-for-animations.ts';
import type { World } from './world.ts';

/** Fonts arrive after responses and pictures: parts that load one after the other cause layout shifts. */
const RESPONSE_DELAY_MS = 300;
const FONT_DELAY_MS = 700;
/** Tolerates a few characters that change width with their font. */
const MAX_SHIFT = 0.01;
/** In a narrow bubble a font may change a line break, which moves everything above. */
const MAX_SHIFT_IN_CHAT = 0.03;
/** On a screen twice as tall, the same movement counts less. */
const MAX_SHIFT_OF_TALL_SCREEN = 0.004;
const SIZES = [
  { width: 375, height: 812 },
  { width: 1280, height: 900 },
];

/** A layout shift without recent user input, as Chromium reports it. */
interface Shift {
  value: number;
  sources: string[];
}

/** A node that moved, with its old and new position. */
interface Source {
  node: Node | null;
  previousRect: DOMRectReadOnly;
  currentRect: DOMRectReadOnly;
}

interface Screen {
  viewer: 'guest' | 'reader' | 'writer';
  path: (world: World) => string;
  maxShift?: number;
  /** Mocks responses, for a screen that shows more than the world has. */
  prepare?: (page: Page, world: World) => Promise<void>;
  /** Height of the window, for a screen whose lower part loads late. */
  height?: number;
}

const SCREENS: readonly Screen[] = [
  { viewer: 'guest', path: () => '/login' },
  { viewer: 'guest', path: () => '/signup' },
  { viewer: 'guest', path: () => '/about' },
  { viewer: 'reader', path: () => '/' },
  { viewer: 'reader', path: ({ story }) => `/post/${story.slug}` },
  { viewer: 'reader', path: ({ changedStory }) => `/post/${changedStory.slug}` },
  { viewer: 'reader', path: () => '/my-posts' },
  { viewer: 'writer', path: ({ changedStory }) => `/my-posts/${changedStory._id}/versions/1` },
  { viewer: 'reader', path: () => '/add-posts', prepare: (page) => mockDraft(page, {}) },
  {
    viewer: 'writer',
    path: ({ story }) => `/add-posts?edit=${story._id}`,
    prepare: (page, { story }) => mockDraft(page, { postId: story._id }),
    height: 1_600,
    maxShift: MAX_SHIFT_OF_TALL_SCREEN,
  },
  { viewer: 'reader', path: () => '/update-profile' },
  { viewer: 'reader', path: () => '/update-profile/sessions' },
  { viewer: 'reader', path: () => '/chat', prepare: repeatConversation },
  { viewer: 'reader', path: ({ writer }) => `/chat/${writer._id}`, maxShift: MAX_SHIFT_IN_CHAT },
  { viewer: 'reader', path: () => '/search?q=river' },
  { viewer: 'reader', path: () => '/bookmarks' },
  { viewer: 'reader', path: ({ writer }) => `/author/${writer._id}` },
  {
    viewer: 'reader',
    path: () => '/place/varanasi',
    prepare: (page, world) => mockPlace(page, world, { nearby: MANY_PLACES, within: MANY_PLACES }),
  },
  { viewer: 'reader', path: () => '/places' },
  { viewer: 'reader', path: () => '/places/uttar-pradesh' },
  { viewer: 'reader', path: () => '/about' },
  { viewer: 'reader', path: () => '/contact' },
  { viewer: 'reader', path: () => '/nothing/like/this' },
];

/** Mocks a draft that the form offers to continue. */
function mockDraft(page: Page, fields: object): Promise<void> {
  const draft = buildDraft({ blogTitle: 'The night train to Jaisalmer, and what it passed', ...fields });
  return mockResponse(page, '/drafts', { json: { drafts: [draft], nextCursor: null } });
}

/** Lists a conversation six times, since rows that grow move all those below. */
async function repeatConversation(page: Page): Promise<void> {
  await page.route('**/api/message/get-all-users**', async (route) => {
    const response = await route.fetch();
    const contacts: { _id: string; lastMessage?: object }[] = await response.json();
    const contact = contacts.find(({ lastMessage }) => lastMessage !== undefined);
    const repeated = Array.from({ length: 6 }, (_, index) => ({ ...contact, _id: `${index}`.repeat(24) }));
    await route.fulfill({ response, json: repeated });
  });
}

/** Delays responses and records every layout shift from the start. */
async function recordShifts(page: Page): Promise<void> {
  // Pages do not wait for the script of the footer.
  await page.route(/\/api\/|\/media\/|\.svg$|\.woff2$|\/footer-[^/]*\.js$/, async (route) => {
    const delayMs = route.request().url().endsWith('.woff2') ? FONT_DELAY_MS : RESPONSE_DELAY_MS;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.fallback().catch(() => undefined); // The page was closed in the meantime.
  });
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { layoutShifts: shifts });
    const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
    const describe = ({ node, previousRect, currentRect }: Source) => {
      const text = node instanceof Element ? node.outerHTML : node?.textContent;
      return `${box(previousRect)} -> ${box(currentRect)}: ${text?.slice(0, 120)}`;
    };
    const record = (entry: PerformanceEntry) => {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: Source[];
      };
      if (!hadRecentInput) shifts.push({ value, sources: sources.map(describe) });
    };
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(record));
    observer.observe({ type: 'layout-shift', buffered: true });
  });
}

/** Waits until the page has loaded everything and rendered it. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await waitForAnimations(page);
}

async function expectNoShift(page: Page, maxShift = MAX_SHIFT): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { layoutShifts: Shift[] }).layoutShifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThan(maxShift);
}

for (const viewport of SIZES) {
  for (const { viewer, path, maxShift, prepare, height = viewport.height } of SCREENS) {
    const pathPattern = path({
      story: { _id: ':id', slug: ':slug' },
      changedStory: { _id: ':id', slug: ':slug-with-pictures' },
      writer: { _id: ':userId' },
    } as World);
    test(`${pathPattern} as a ${viewer} at ${viewport.width} px: loads without a layout shift`, async ({
      openPage,
      world,
    }) => {
      const page = await openPage(viewer === 'guest' ? null : world[viewer], {
        viewport: { ...viewport, height },
      });
      await prepare?.(page, world);
      await recordShifts(page);
      await page.goto(path(world));
      await waitUntilLoaded(page);
      await expectNoShift(page, maxShift);
    });
  }

  for (const { path, heading, content } of [
    { path: '/', heading: 'Explore India through real stories', content: 'article' },
    { path: '/chat', heading: 'Chats', content: '[data-contact]' },
  ]) {
    test(`${path} at ${viewport.width} px before its script loads: shows inert content that is replaced without a layout shift`, async ({
      openPage,
      world,
    }) => {
      const page = await openPage(world.reader, { viewport });
      await recordShifts(page);
      const resume = await pauseRequests(page, /\/assets\/app-[^/]*\.js$/);
      await page.goto(path, { waitUntil: 'commit' });

      await expect(page.locator('main h1', { hasText: heading })).toBeVisible();
      await expect(page.locator('main img').locator('visible=true')).toHaveCount(
        path === '/' || viewport.width > 375 ? 1 : 0,
      );
      await page.locator('main .skeleton').first().waitFor();
      // Hidden from assistive technology, and without buttons that do nothing.
      await expect(page.getByRole('button')).toHaveCount(0);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');

      resume();
      await expect(page.locator(`main ${content}`).first()).toBeVisible();
      await expect(page.locator('[inert]')).toHaveCount(0);
      await waitUntilLoaded(page);
      await expectNoShift(page);
    });
  }

  test(`signing in at ${viewport.width} px: opens home without a layout shift`, async ({
    openPage,
    world,
  }) => {
    const page = await openPage(null, { viewport });
    await recordShifts(page);
    await page.goto('/login');
    await page.getByLabel('Email').fill(world.reader.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
    await waitUntilLoaded(page);
    await expectNoShift(page);
  });
}
