import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { pauseRequests } from './pause-requests.ts';
import { waitForAnimations } from './wait-for-animations.ts';

/* What the server sends to a reader of Hindi before the app runs. */

const APP_SCRIPT = /\/assets\/app-[^/]*\.js$/;
const PHONE = { viewport: { width: 375, height: 812 } };
const SIGN_IN = 'सफ़रनामा में साइन इन करें';
const MAX_SHIFT = 0.01;

/** Records each text that an element has shown, and how far anything has moved. */
async function watch(
  page: Page,
  selector: string,
): Promise<() => Promise<{ texts: string[]; shift: number }>> {
  await page.addInitScript((selector) => {
    const texts = new Set<string>();
    const state = { texts, shift: 0 };
    Object.assign(window, { watched: state });
    const check = () => {
      const text = document.querySelector(selector)?.textContent;
      if (text) texts.add(text);
    };
    new MutationObserver(check).observe(document, { childList: true, subtree: true, characterData: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) state.shift += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  }, selector);
  return () =>
    page.evaluate(() => {
      const { texts, shift } = Reflect.get(window, 'watched');
      return { texts: [...texts], shift };
    });
}

async function publish(page: Page, fields: { blogTitle: string; blogHtml: string }): Promise<string> {
  const data = { ...fields, blogLocation: 'Varanasi', visibility: 'public' };
  const response = await page.request.post('/api/post/create-post', { data });
  return (await response.json()).post.slug;
}

test('pages without JavaScript, on a device in Hindi: are in Hindi', async ({ newUser, openPage }) => {
  const { page: author } = await newUser('Asha Varma');
  const slug = await publish(author, {
    blogTitle: 'Ghats before dawn',
    blogHtml: '<p>The first boats left.</p>',
  });
  const page = await openPage(null, { ...PHONE, javaScriptEnabled: false, locale: 'hi-IN' });

  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(SIGN_IN);
  await expect(page.getByLabel('ईमेल')).toBeVisible();

  await page.goto(`/post/${slug}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('#root')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('heading', { level: 1, name: 'Ghats before dawn' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'सफ़रनामा के साथ आगे पढ़िए' })).toBeVisible();
});

for (const path of ['/login', '/signup']) {
  test(`${path}, on a device in Hindi: is in Hindi before the app runs, keeps typed text, and nothing moves`, async ({
    openPage,
  }) => {
    const page = await openPage(null, { ...PHONE, locale: 'hi-IN' });
    const seen = await watch(page, 'h1');
    const resume = await pauseRequests(page, APP_SCRIPT);
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByLabel('ईमेल').fill('meera@example.org');
    // Fonts may move the page before the app runs, in the frame after they have loaded.
    await waitForAnimations(page);
    await page.evaluate(() => Object.assign(Reflect.get(window, 'watched'), { shift: 0 }));

    resume();
    await expect(page).toHaveTitle(/[ऀ-ॿ].* · Safarnama/);
    await expect(page.getByLabel('ईमेल')).toHaveValue('meera@example.org');
    const { texts, shift } = await seen();
    expect(texts).toEqual([await page.getByRole('heading', { level: 1 }).textContent()]);
    expect(shift).toBeLessThan(MAX_SHIFT);
  });
}

test('a public story, on a device in Hindi: stays in Hindi when the app starts', async ({
  newUser,
  openPage,
}) => {
  const { page: author } = await newUser('ஆஷா');
  const slug = await publish(author, { blogTitle: 'மழை', blogHtml: '<p>மழை பெய்தது.</p>' });
  const page = await openPage(null, { ...PHONE, locale: 'hi-IN' });
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const seen = await watch(page, '#invitation');

  await page.goto(`/post/${slug}`);
  await page.mouse.wheel(0, 100);
  await expect(page).toHaveTitle('மழை · Safarnama');
  await page.getByRole('button', { name: 'English' }).click();

  await expect(page.getByRole('heading', { name: 'Read on with Safarnama' })).toBeVisible();
  const { texts, shift } = await seen();
  expect(texts).toEqual(['सफ़रनामा के साथ आगे पढ़िए', 'Read on with Safarnama']);
  expect(shift).toBeLessThan(MAX_SHIFT);
  expect(errors).toEqual([]);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ta');
  await expect(page.locator('#root')).toHaveAttribute('lang', 'en');
});

test('home and a story of a user whose account is in Hindi, on a device in English: begin in Hindi', async ({
  newUser,
}) => {
  const { page } = await newUser('Meera Iyer', PHONE);
  await page.request.put('/api/auth/update-profile', { data: { fullName: 'Meera Iyer', language: 'hi' } });
  const slug = await publish(page, { blogTitle: 'Tea hills', blogHtml: '<p>A morning in Munnar.</p>' });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('सच्ची कहानियों से भारत को जानिए');

  for (const [path, selector] of [
    ['/', 'h1'],
    [`/post/${slug}`, 'nav'],
  ] as const) {
    const seen = await watch(page, selector);
    const resume = await pauseRequests(page, APP_SCRIPT);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator(`#root > [inert] ${selector}`).first()).toBeAttached();
    resume();
    await expect(page.locator('#root > [inert]')).toHaveCount(0);
    const { texts } = await seen();
    expect(texts.filter((text) => !/[ऀ-ॿ]/.test(text))).toEqual([]);
    await page.unrouteAll();
  }
});
