import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, PASSWORD, test } from './fixtures.ts';
import { pauseRequests } from './pause-requests.ts';
import { scrollTop, stableScrollTop } from './scroll.ts';

const PROTECTED = [
  '/',
  '/my-posts',
  '/add-posts',
  '/post/some-story',
  '/update-profile',
  '/update-profile/sessions',
  '/chat',
  '/chat/6650a1b2c3d4e5f601020304',
  '/search?q=%E0%A4%9C%E0%A4%AF%E0%A4%AA%E0%A5%81%E0%A4%B0',
  '/bookmarks',
  '/author/6650a1b2c3d4e5f601020304',
];
/** The specification: hidden where one writes, changes the profile and chats. */
const FOOTERS = [
  { path: '/', hasFooter: true },
  { path: '/my-posts', hasFooter: true },
  { path: '/bookmarks', hasFooter: true },
  { path: '/search?q=chai', hasFooter: true },
  { path: '/about', hasFooter: true },
  { path: '/contact', hasFooter: true },
  { path: '/no/such/page', hasFooter: true },
  { path: '/add-posts', hasFooter: false },
  { path: '/update-profile', hasFooter: false },
  { path: '/update-profile/sessions', hasFooter: false },
  { path: '/chat', hasFooter: false },
];

async function fillLogin(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a guest on each protected address: is led to the sign-in page', async ({ openPage }) => {
  const page = await openPage(null);
  for (const path of PROTECTED) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/login');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    // Neither bar is a guest's.
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Quick' })).toHaveCount(0);
    const returnLocation = await page.evaluate(() => window.history.state?.usr?.from);
    expect(returnLocation.pathname + returnLocation.search, path).toBe(path);
  }
});

test('a guest who signs in: is back at the address they wanted, with its query', async ({
  openPage,
  world,
}) => {
  const page = await openPage(null);
  await page.goto('/search?q=%E0%A4%A8%E0%A4%BE%E0%A4%B5');
  await expect(page).toHaveURL('/login');
  await fillLogin(page, world.reader.email);
  await expect(page).toHaveURL('/search?q=%E0%A4%A8%E0%A4%BE%E0%A4%B5');
  await expect(page.getByRole('heading', { level: 1, name: /नाव/ })).toBeVisible();
});

test('a guest who comes to the sign-in page by itself: goes home', async ({ openPage, world }) => {
  const page = await openPage(null);
  await page.goto('/login');
  await fillLogin(page, world.reader.email);
  await expect(page).toHaveURL('/');
});

test('a guest who goes on to sign-up and back: keeps the origin', async ({ openPage }) => {
  const page = await openPage(null);
  await page.goto('/bookmarks');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup');
  await page.getByLabel('Full name').fill('தமிழ்செல்வி');
  await page.getByLabel('Email').fill(`${randomUUID()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/bookmarks');
  await expect(page.getByText('Hi, தமிழ்செல்வி')).toBeVisible();
});

test('an origin of another site in the route state: leads home', async ({ openPage, world }) => {
  const page = await openPage(null);
  await page.goto('/about');
  await page.evaluate(() => {
    const usr = { from: { pathname: '//evil.example', search: '', hash: '', state: null } };
    window.history.replaceState({ usr, key: 'forged', idx: 0 }, '', '/login');
  });
  await page.reload();
  await fillLogin(page, world.reader.email);
  await expect(page).toHaveURL('/');
});

test('somebody signed in on a page for guests: goes home', async ({ openPage, world }) => {
  const page = await openPage(world.reader);
  for (const path of ['/login', '/signup']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('an unknown address: says so, to a guest and to somebody signed in', async ({ openPage, world }) => {
  for (const account of [null, world.reader]) {
    const page = await openPage(account);
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { level: 1, name: 'The road ends here' })).toBeVisible();
    await expect(page).toHaveTitle(/not found/i);
  }
});

test('the page of a reset link: open to a guest, and to somebody who is still signed in', async ({
  openPage,
  world,
}) => {
  for (const account of [null, world.reader]) {
    const page = await openPage(account);
    await page.goto(`/reset-password#${'A'.repeat(59)}`);
    await expect(page).toHaveURL(/\/reset-password#A+$/);
    await expect(page.getByLabel('New password')).toBeVisible();
  }
});

test('about and contact: open to a guest', async ({ openPage }) => {
  const page = await openPage(null);
  for (const path of ['/about', '/contact']) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('the footer: stands where it is specified, and nowhere else', async ({ openPage, world }) => {
  const page = await openPage(world.reader);
  for (const { path, hasFooter } of FOOTERS) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    await expect(page.getByRole('contentinfo'), path).toHaveCount(hasFooter ? 1 : 0);
  }
});

test('the first check of who is signed in: a spinner over the whole screen until it has ended', async ({
  openPage,
  world,
}) => {
  const page = await openPage(world.reader);
  const resume = await pauseRequests(page, '**/api/auth/check-auth');
  await page.goto('/my-posts');
  await expect(page.getByRole('status').first()).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  resume();
  await expect(page.getByRole('heading', { level: 1, name: 'My Posts' })).toBeVisible();
});

test('forward starts at the top, Back returns to the place', async ({ newUser }) => {
  const { page } = await newUser('Reader', { viewport: { width: 1280, height: 600 } });
  await page.goto('/about');
  const contact = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' });
  // Only then: a click scrolls to what it clicks.
  await contact.scrollIntoViewIfNeeded();
  const before = await stableScrollTop(page);
  expect(before).toBeGreaterThan(100);
  await contact.click();
  await expect(page).toHaveURL('/contact');
  await expect.poll(() => scrollTop(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/about');
  await expect.poll(() => scrollTop(page)).toBe(before);
  await page.goForward();
  await expect(page).toHaveURL('/contact');
  await expect.poll(() => scrollTop(page)).toBe(0);
});

test('the ways of the bars: each leads to its screen', async ({ openPage, world }) => {
  const page = await openPage(world.reader, { viewport: { width: 1280, height: 800 } });
  await page.goto('/about');
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Chats' }).click();
  await expect(page).toHaveURL('/chat');
  await main.getByRole('link', { name: 'My Posts' }).click();
  await expect(page).toHaveURL('/my-posts');
  await main.getByRole('link', { name: 'New Post' }).click();
  await expect(page).toHaveURL('/add-posts');
  await main.getByRole('link', { name: `Hi, ${world.reader.fullName.split(' ')[0]}` }).click();
  await expect(page).toHaveURL('/update-profile');
  await page.getByRole('link', { name: 'Safarnama, home' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Write a blog' }).click();
  await expect(page).toHaveURL('/add-posts');

  await page.setViewportSize({ width: 375, height: 812 });
  const quick = page.getByRole('navigation', { name: 'Quick' });
  // What is unread stands as a sign before its word.
  await expect(quick.getByRole('link')).toHaveText(['Home', /^\d*Chats$/, 'Post', 'My Posts', 'Me']);
  const quickRoutes = {
    Home: '/',
    Chats: '/chat',
    Post: '/add-posts',
    'My Posts': '/my-posts',
    Me: '/update-profile',
  };
  for (const [name, path] of Object.entries(quickRoutes)) {
    await quick.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
});

test("'Read Blogs': scrolls to the list", async ({ openPage, world }) => {
  const page = await openPage(world.reader, { viewport: { width: 1280, height: 500 } });
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: 'Read Blogs' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeInViewport();
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(100);
});

test("a story's page: 'Message the writer' opens the conversation, Close and Back work", async ({
  openPage,
  world: { reader, writer, story },
}) => {
  const page = await openPage(reader);
  await page.goto(`/post/${story.slug}`);
  await page.getByRole('link', { name: 'Message the writer' }).first().click();
  await expect(page).toHaveURL(`/chat/${writer._id}`);
  await expect(page.getByRole('region', { name: `Conversation with ${writer.fullName}` })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: story.blogTitle })).toBeVisible();
});

test('a session that ends while one writes: leads to sign-in and back, with what was typed', async ({
  newUser,
}) => {
  const { page, email } = await newUser('Imran');
  await page.goto('/add-posts');
  await page.getByLabel('Title').fill('रात की ट्रेन');
  await page.getByRole('textbox', { name: 'Your story' }).fill('Berth 42, side lower.');
  await page.context().clearCookies();
  // By key: whatever else is asked for first may have led to sign-in already.
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL('/login');
  await fillLogin(page, email);
  await expect(page).toHaveURL(/\/add-posts/);
  await expect(page.getByLabel('Title')).toHaveValue('रात की ट्रेन');
  await expect(page.getByRole('textbox', { name: 'Your story' })).toContainText('Berth 42, side lower.');
});
