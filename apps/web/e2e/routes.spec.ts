import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, PASSWORD, test } from './fixtures.ts';
import { pauseRequests } from './pause-requests.ts';
import { scrollTop, waitForStableScrollTop } from './scroll.ts';

const PROTECTED = [
  '/',
  '/my-posts',
  '/my-posts/6650a1b2c3d4e5f601020304/versions',
  '/my-posts/6650a1b2c3d4e5f601020304/versions/2',
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
/** The specification hides the footer on the editor, profile and chat pages. */
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

test('a guest on each protected route: is redirected to sign-in', async ({ openPage }) => {
  const page = await openPage(null);
  for (const path of PROTECTED) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/login');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    // Guests see neither the footer nor the bottom bar.
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Quick' })).toHaveCount(0);
    const returnLocation = await page.evaluate(() => window.history.state?.usr?.from);
    expect(returnLocation.pathname + returnLocation.search, path).toBe(path);
  }
});

test('a guest who signs in: returns to the requested URL with its query', async ({ openPage, world }) => {
  const page = await openPage(null);
  await page.goto('/search?q=%E0%A4%A8%E0%A4%BE%E0%A4%B5');
  await expect(page).toHaveURL('/login');
  await fillLogin(page, world.reader.email);
  await expect(page).toHaveURL('/search?q=%E0%A4%A8%E0%A4%BE%E0%A4%B5');
  await expect(page.getByRole('heading', { level: 1, name: /नाव/ })).toBeVisible();
});

test('a guest who opens the sign-in page directly: goes home after signing in', async ({
  openPage,
  world,
}) => {
  const page = await openPage(null);
  await page.goto('/login');
  await fillLogin(page, world.reader.email);
  await expect(page).toHaveURL('/');
});

test('a guest who signs up instead: returns to the requested page', async ({ openPage }) => {
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

test('a return location on another site: is ignored', async ({ openPage, world }) => {
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

test('a signed-in user on a guest page: is redirected home', async ({ openPage, world }) => {
  const page = await openPage(world.reader);
  for (const path of ['/login', '/signup']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('an unknown path: shows the not-found page to guests and users', async ({ openPage, world }) => {
  for (const account of [null, world.reader]) {
    const page = await openPage(account);
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { level: 1, name: 'The road ends here' })).toBeVisible();
    await expect(page).toHaveTitle(/not found/i);
  }
});

test('the reset page: is open to guests and signed-in users', async ({ openPage, world }) => {
  for (const account of [null, world.reader]) {
    const page = await openPage(account);
    await page.goto(`/reset-password#${'A'.repeat(59)}`);
    await expect(page).toHaveURL(/\/reset-password#A+$/);
    await expect(page.getByLabel('New password')).toBeVisible();
  }
});

test('about and contact: are open to guests', async ({ openPage }) => {
  const page = await openPage(null);
  for (const path of ['/about', '/contact']) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('the footer: appears only on the specified pages', async ({ openPage, world }) => {
  const page = await openPage(world.reader);
  for (const { path, hasFooter } of FOOTERS) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    await expect(page.getByRole('contentinfo'), path).toHaveCount(hasFooter ? 1 : 0);
  }
});

test('the first check-auth: shows a full-screen spinner until it ends', async ({ openPage, world }) => {
  const page = await openPage(world.reader);
  const resume = await pauseRequests(page, '**/api/auth/check-auth');
  await page.goto('/my-posts');
  await expect(page.getByRole('status').first()).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  resume();
  await expect(page.getByRole('heading', { level: 1, name: 'My Posts' })).toBeVisible();
});

test('scrolling: navigation starts at the top, Back restores the position', async ({ newUser }) => {
  const { page } = await newUser('Reader', { viewport: { width: 1280, height: 600 } });
  await page.goto('/about');
  const contact = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' });
  // Scrolls before measuring, because a click scrolls its target into view.
  await contact.scrollIntoViewIfNeeded();
  const before = await waitForStableScrollTop(page);
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

test('navigation bars: each link opens its screen', async ({ openPage, world }) => {
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
  // The unread badge precedes the label.
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

test("'Read Blogs': scrolls to the list of stories", async ({ openPage, world }) => {
  const page = await openPage(world.reader, { viewport: { width: 1280, height: 500 } });
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: 'Read Blogs' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeInViewport();
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(100);
});

test("a story: 'Message the writer' opens the conversation and Back returns", async ({
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

test('a session that ends while writing: leads to sign-in and back with the draft restored', async ({
  newUser,
}) => {
  const { page, email } = await newUser('Imran');
  await page.goto('/add-posts');
  await page.getByLabel('Title').fill('रात की ट्रेन');
  await page.getByRole('textbox', { name: 'Your story' }).fill('Berth 42, side lower.');
  await page.context().clearCookies();
  // Presses keys instead of a button that disappears if another request has already redirected to sign-in.
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL('/login');
  await fillLogin(page, email);
  await expect(page).toHaveURL(/\/add-posts/);
  await expect(page.getByLabel('Title')).toHaveValue('रात की ट्रेन');
  await expect(page.getByRole('textbox', { name: 'Your story' })).toContainText('Berth 42, side lower.');
});
