import type { Locator, Page } from '@playwright/test';
import { composer, conversation, message, openConversation, sendMessageByApi } from './conversation.ts';
import { expect, test } from './fixtures.ts';
import { countLinesPerWord } from './lines.ts';
import { showLanguage } from './show-language.ts';

/** Layout of the conversation on phones and narrow windows. */

/** The size of a phone without and with its on-screen keyboard. */
const PHONE = { width: 375, height: 740 };
const PHONE_WITH_KEYBOARD = { width: 375, height: 400 };
const TOUCH = { hasTouch: true, isMobile: true };
const LONG_NAME = 'Lakshmi Venkatanarasimharajuvaripeta Subrahmanyam Chattopadhyay Bhattacharyya 80';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not on the screen');
  return box;
}

const opacityOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).opacity);
const topBar = (page: Page) => page.getByRole('link', { name: 'Safarnama, home' });
const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Quick' });

test('writing on a phone: the bars are hidden and the composer takes at most 40 % of the height', async ({
  newUser,
}) => {
  const meera = await newUser('Meera Nair', { viewport: PHONE, ...TOUCH });
  const kashi = await newUser('காசி');
  for (let index = 1; index <= 12; index += 1) {
    await sendMessageByApi(kashi.page.request, meera._id, `கடிதம் ${index}`);
  }
  await openConversation(meera.page, kashi._id);
  const { page } = meera;
  await expect(topBar(page)).toBeInViewport();
  await expect(bottomBar(page)).toBeInViewport();

  await page.setViewportSize(PHONE_WITH_KEYBOARD);
  await composer(page).tap();
  await composer(page).fill('एक\nदो\nतीन\nचार');
  await expect(topBar(page)).not.toBeInViewport();
  await expect(bottomBar(page)).not.toBeInViewport();
  await expect.poll(async () => (await boxOf(conversation(page))).height).toBeGreaterThan(150);
  await composer(page).fill(Array.from({ length: 30 }, (_, index) => `${index}`).join('\n'));
  const form = page.locator('form', { has: composer(page) });
  await expect.poll(async () => (await boxOf(form)).height).toBeLessThanOrEqual(160);
  const { y, height } = await boxOf(form);
  expect(y + height).toBeLessThanOrEqual(400);
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });

  // Tapping a button ends writing and brings the bars back, but the tap still reaches the button.
  await page.getByRole('button', { name: 'Conversation options' }).tap();
  await expect(page.getByRole('menuitem', { name: 'Block' })).toBeVisible();
  await expect(topBar(page)).toBeInViewport();
  await expect(bottomBar(page)).toBeInViewport();
});

for (const [width, height] of [
  [320, 256],
  [683, 320],
  [812, 375],
] as const) {
  test(`a window of ${width} x ${height} px: has room for contacts and messages, and the page scrolls to the rest`, async ({
    newUser,
  }) => {
    const { page, _id } = await newUser('Meera Nair', { viewport: { width, height } });
    const kashi = await newUser('காசி');
    for (const text of ['ஒன்று', 'இரண்டு', 'மூன்று']) {
      await sendMessageByApi(kashi.page.request, _id, text);
    }
    const isWide = width >= 768;
    await page.goto('/chat');
    const contacts = page.getByRole('list', { name: 'People' }).locator('..');
    await expect(page.locator(`[data-contact="${kashi._id}"]`)).toBeVisible();
    expect((await boxOf(contacts)).height).toBeGreaterThan(100);

    await openConversation(page, kashi._id);
    await expect(conversation(page)).toBeVisible();
    expect((await boxOf(conversation(page))).height).toBeGreaterThan(100);
    await composer(page).click();
    await composer(page).fill('नमस्ते');
    await expect.poll(async () => (await boxOf(conversation(page))).height).toBeGreaterThan(100);
    await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect(message(page, 'नमस्ते')).toBeVisible();

    const heading = page.getByRole('heading', { level: 2, name: 'காசி' });
    await heading.focus();
    await topBar(page).scrollIntoViewIfNeeded();
    await expect(topBar(page)).toBeInViewport({ ratio: 1 });
    if (isWide) return;
    await expect.poll(async () => (await boxOf(bottomBar(page))).y).toBeGreaterThan(height);
    await bottomBar(page).scrollIntoViewIfNeeded();
    await expect(bottomBar(page)).toBeInViewport({ ratio: 1 });
  });
}

test('a phone in landscape with a notch: shows no text beside it', async ({ newUser }) => {
  const { page } = await newUser('Meera Nair', { viewport: { width: 812, height: 375 }, ...TOUCH });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 47, right: 47 } });

  for (const path of ['/about', '/chat', '/my-posts']) {
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    expect((await boxOf(heading)).x, path).toBeGreaterThanOrEqual(47);
  }
});

test('a touch screen: Enter starts a new line, and the button sends and keeps the focus', async ({
  newUser,
}) => {
  const meera = await newUser('Meera Nair', { viewport: PHONE, ...TOUCH });
  const kashi = await newUser('காசி');
  await openConversation(meera.page, kashi._id);

  await composer(meera.page).tap();
  await meera.page.keyboard.type('पहली');
  await meera.page.keyboard.press('Enter');
  await meera.page.keyboard.type('दूसरी');
  await expect(composer(meera.page)).toHaveValue('पहली\nदूसरी');
  await meera.page.getByRole('button', { name: 'Send' }).tap();

  await expect(message(meera.page, 'पहली')).toContainText('दूसरी');
  await expect(composer(meera.page)).toBeFocused();
});

test('the menu button of a message on a touch screen: appears once the message is tapped', async ({
  newUser,
}) => {
  const meera = await newUser('Meera Nair', { viewport: PHONE, ...TOUCH });
  const kashi = await newUser('காசி');
  await sendMessageByApi(kashi.page.request, meera._id, 'முதல்');
  await openConversation(meera.page, kashi._id);
  const row = message(meera.page, 'முதல்');
  const opacity = () => opacityOf(row.getByRole('button', { name: 'Message actions' }).locator('../..'));
  expect(await opacity()).toBe('0');

  await row.getByText('முதல்').tap();
  await expect.poll(opacity).toBe('1');
  await row.getByRole('button', { name: 'Message actions' }).tap();

  await expect(meera.page.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
});

for (const width of [768, 1280]) {
  test(`the toolbar of a message at ${width} px: covers neither text nor time of any message`, async ({
    newUser,
  }) => {
    const meera = await newUser('Meera Nair', { viewport: { width, height: 800 } });
    const kashi = await newUser('காசி');
    const long = 'पहाड़ों के बीच से गुज़रती सड़क पर '.repeat(12);
    for (const text of ['हाँ', long, 'ठीक है']) {
      await sendMessageByApi(kashi.page.request, meera._id, text);
      await sendMessageByApi(meera.page.request, kashi._id, text);
    }
    await openConversation(meera.page, kashi._id);
    const rows = conversation(meera.page).getByRole('article');
    await expect(rows).toHaveCount(6);

    for (const row of await rows.all()) {
      const toolbar = row.getByRole('button', { name: 'Message actions' }).locator('..');
      await expect(async () => {
        await row.hover();
        expect(await opacityOf(toolbar.locator('..'))).toBe('1');
      }).toPass();
      await expect(toolbar).toBeInViewport({ ratio: 1 });
      const bar = await boxOf(toolbar);
      const texts = await conversation(meera.page)
        .locator('article p, article div:not(.sr-only) > time')
        .all();
      for (const text of texts) {
        const box = await boxOf(text);
        const isApart =
          box.x + box.width <= bar.x ||
          bar.x + bar.width <= box.x ||
          box.y + box.height <= bar.y ||
          bar.y + bar.height <= box.y;
        expect(isApart, (await text.textContent()) ?? '').toBe(true);
      }
      const list = await boxOf(conversation(meera.page));
      expect(bar.x).toBeGreaterThanOrEqual(list.x);
      expect(bar.x + bar.width).toBeLessThanOrEqual(list.x + list.width);
    }
  });
}

test('a name of 80 characters: can be read in full above the conversation', async ({ newUser }) => {
  const meera = await newUser('Meera Nair', { viewport: PHONE });
  const partner = await newUser(LONG_NAME);
  await openConversation(meera.page, partner._id);

  const heading = meera.page.getByRole('heading', { level: 2, name: LONG_NAME });
  const hidden = await heading.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);

  expect(hidden).toBeLessThanOrEqual(1);
});

test('a name of long words at 320 px: has no broken word above the conversation', async ({ newUser }) => {
  const meera = await newUser('Meera Nair', { viewport: { width: 320, height: 640 } });
  const partner = await newUser('Venkataraghavan Lakshminarasimhan');
  await openConversation(meera.page, partner._id);

  const name = meera.page.getByRole('heading', { level: 2, name: partner.fullName }).getByRole('link');

  expect(await countLinesPerWord(name)).toEqual([1, 1]);
});

test('the menu of a conversation on a wide screen: stays within the conversation', async ({ newUser }) => {
  const meera = await newUser('Meera Nair', { viewport: { width: 1280, height: 800 } });
  const kashi = await newUser('காசி');
  await openConversation(meera.page, kashi._id);

  await meera.page.getByRole('button', { name: 'Conversation options' }).click();

  const menu = await boxOf(meera.page.getByRole('menu'));
  const pane = await boxOf(meera.page.locator('section', { has: meera.page.locator('#partner') }));
  expect(menu.x).toBeGreaterThanOrEqual(pane.x);
  expect(menu.x + menu.width).toBeLessThanOrEqual(pane.x + pane.width);
});

for (const [language, chats] of [
  ['en', 'Chats'],
  ['hi', 'चैट'],
] as const) {
  test(`more than 99 unread messages, in ${language}: the count leaves the name of the link free`, async ({
    newUser,
  }) => {
    const { page } = await newUser('Meera Nair', { viewport: { width: 1280, height: 800 } });
    await page.route('**/api/message/unread', (route) =>
      route.fulfill({ json: { total: 120, byUser: { '0123456789abcdef01234567': 120 } } }),
    );
    await page.goto('/');
    const banner = page.getByRole('banner');
    await expect(banner.getByText('99+')).toBeVisible();
    await showLanguage(page, language);
    const name = await boxOf(banner.getByText(chats, { exact: true }));
    const count = await boxOf(banner.getByText('99+'));

    expect(count.x + count.width).toBeLessThan(name.x);
  });
}
